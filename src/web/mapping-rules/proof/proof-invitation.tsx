import { Button } from "@mantine/core";
import { useBuilder } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";
import { proofSessionOf } from "./proof-session.ts";
import { rememberProofOpen } from "./remember-proof.ts";
import { usualSamples } from "./sample-pool.ts";
import { sampleWords } from "./sample-record.ts";
import { quantity } from "#web/ui/format.ts";

/** Before anything is read: what trying a rule is, and what it costs. */
export const ProofInvitation = () => {
  const session = proofSessionOf(useBuilder());
  const { kind } = useValue(session.choice);
  const { many } = sampleWords[kind];
  const begin = () => {
    rememberProofOpen(true);
    session.change({ open: true });
  };
  return (
    <div className="proof__invitation">
      <h2>Try it before you save</h2>
      <p>
        See which {many} the rule finds and what becomes of them, beside every condition and action,
        while you edit. Nothing is changed anywhere: the rule is tried in this browser.
      </p>
      <Button variant="filled" onClick={begin}>
        Try on {many}
      </Button>
      <p className="faint">
        Reads up to {quantity(usualSamples)} {many} in the background; your other work goes first.{" "}
        {kind === "product"
          ? "They are kept in this browser, so that they are read only once."
          : "Orders hold addresses, so they are kept nowhere: they are gone when this page is closed."}
      </p>
    </div>
  );
};
