import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

interface UnknownOutcomeProps {
  /** What went out: "The change was sent". */
  sent: string;
  error: unknown;
  checking?: boolean;
  /** Reads what is there now; left out where the upstream has no way to. */
  onCheck?: (() => void) | undefined;
  /** Where nothing can be read: the person has looked at what the upstream does. */
  onAcknowledge?: () => void;
  /** What follows from it. */
  children: ReactNode;
}

/** Something was sent and its answer did not come back: nothing more is sent until somebody has looked. */
export const UnknownOutcome = ({
  sent,
  error,
  checking = false,
  onCheck,
  onAcknowledge,
  children,
}: UnknownOutcomeProps) => (
  <Notice
    title="Save status unknown"
    tone="waiting"
    alert
    actions={
      onCheck ? (
        <Button variant="filled" disabled={checking} onClick={onCheck}>
          {checking ? "Checking…" : "Check status"}
        </Button>
      ) : (
        <Button onClick={onAcknowledge}>I've checked. Enable saving</Button>
      )
    }
  >
    <p>
      {sent}, but no response came back
      {error instanceof Error ? ` (${error.message})` : ""}. {children}
    </p>
  </Notice>
);
