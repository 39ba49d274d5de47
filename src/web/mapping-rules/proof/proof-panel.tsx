import { useEffect } from "react";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { attachProof } from "./attach-proof.ts";
import { proofSessionOf } from "./proof-session.ts";

/** What proves a rule before it is saved. */
export const ProofPanel = () => {
  const builder = useBuilder();
  const session = proofSessionOf(builder);
  useEffect(() => attachProof(builder, session), [builder, session]);
  return null;
};
