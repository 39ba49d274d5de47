import { Button } from "@mantine/core";
import { useState } from "react";
import { dateTime, timeOfDay } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { OpenRule } from "./open-rule.ts";
import { useSaving, useSavingState } from "./saving-context.ts";

const when = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString() ? timeOfDay(at) : dateTime(at);

/** Says that changes of an earlier time stand in the draft, and offers to look at them or to drop them. */
export const RestoredNotice = ({ restored }: Pick<OpenRule, "restored">) => {
  const saving = useSaving();
  const { dirty, phase } = useSavingState();
  const [seen, setSeen] = useState(false);
  // Both versions, or what became of the last save, come first.
  const isUnsettled = phase.kind === "conflict" || phase.kind === "unknown";
  // Saved or taken back: later changes are others.
  if (!dirty && !seen) setSeen(true);
  if (!restored || seen || !dirty || isUnsettled) return null;
  return (
    <Notice
      title={`You have changes from ${when(restored.at)} that were not saved: they are here`}
      tone="waiting"
      actions={
        <>
          <Button onClick={saving.review}>Look at them</Button>
          <Button
            onClick={() => {
              saving.discard();
              setSeen(true);
            }}
          >
            Discard them
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setSeen(true)}>
            Go on with them
          </Button>
        </>
      }
    >
      <p>
        {restored.merged &&
          "The rule was changed by somebody else since then; both changes stand below, and none touched the same part. "}
        Discarding can be undone.
      </p>
    </Notice>
  );
};
