import type { ReactNode } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { rootKey } from "#web/mapping-rules/builder/part.ts";
import { quantity } from "#web/ui/format.ts";
import { useKeyed } from "#web/ui/keyed-store.ts";
import { useValue } from "#web/ui/value-store.ts";
import { getProofSession } from "./proof-session.ts";
import { sampleWords } from "./sample-record.ts";

/** The number of tested records that the rule matches, in words; undefined before a test. */
export const useMatchCount = (): ReactNode => {
  const builder = useBuilder();
  const { kind } = useValue(getProofSession(builder).choice);
  const proof = useKeyed(builder.proof, rootKey);
  if (proof?.matches === undefined || proof.of === undefined) return undefined;
  const { one, many } = sampleWords[kind];
  return (
    <>
      Matches <strong>{quantity(proof.matches)}</strong> of {quantity(proof.of)}{" "}
      {proof.of === 1 ? one : many}
    </>
  );
};
