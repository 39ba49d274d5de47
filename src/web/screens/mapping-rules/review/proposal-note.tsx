import { Textarea } from "@mantine/core";
import { maxTextLength } from "#contract/limits.ts";
import { useValue } from "#web/base/value-store.ts";
import { useProposal } from "#web/screens/mapping-rules/editor/builder-context.ts";

/** What the author says to the person who reviews the change; nothing where the rule is saved directly. */
export const ProposalNote = () => {
  const proposal = useProposal();
  const note = useValue(proposal);
  return (
    note !== undefined && (
      <Textarea
        label="Note for the reviewer (optional)"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxTextLength}
        value={note}
        onChange={(event) => proposal.set(event.target.value)}
      />
    )
  );
};
