import type { ReactNode } from "react";
import { Notice } from "#web/kit/notice.tsx";
import type { Finding } from "./diagnose.ts";

/** The problems of the connection, each with what to do. */
export const Findings = ({
  findings,
  addresses,
}: {
  findings: readonly Finding[];
  /** Helps where the address may be wrong. */
  addresses: ReactNode;
}) =>
  findings.map(({ title, todo, offer }) => (
    <Notice key={title} title={title} tone="bad" alert>
      <p>{todo}</p>
      {offer === "addresses" && addresses}
    </Notice>
  ));
