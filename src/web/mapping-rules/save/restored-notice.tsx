import { Button } from "@mantine/core";
import { useState } from "react";
import { dateTime, timeOfDay } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { OpenRule } from "./open-rule.ts";
import { useSaving, useSavingState } from "./saving-context.ts";

const when = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString() ? timeOfDay(at) : dateTime(at);

/** Says that earlier changes were restored to the draft, and offers to review or discard them. */
export const RestoredNotice = ({ restored }: Pick<OpenRule, "restored">) => {
  const saving = useSaving();
  const { dirty, phase } = useSavingState();
  const [seen, setSeen] = useState(false);
  // A conflict or the result of the last save comes first.
  const isUnsettled = phase.kind === "conflict" || phase.kind === "unknown";
  // The changes were saved or undone: later changes are new ones.
  if (!dirty && !seen) setSeen(true);
  if (!restored || seen || !dirty || isUnsettled) return null;
  return (
    <Notice
      title={`Unsaved changes from ${when(restored.at)} restored`}
      tone="waiting"
      actions={
        <>
          <Button onClick={saving.review}>Review changes</Button>
          <Button
            onClick={() => {
              saving.discard();
              setSeen(true);
            }}
          >
            Discard changes
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setSeen(true)}>
            Continue editing
          </Button>
        </>
      }
    >
      <p>
        {restored.merged &&
          "Another person has changed the rule since then. Both changes are merged below; no part was changed by both of you. "}
        You can undo discarding.
      </p>
    </Notice>
  );
};
