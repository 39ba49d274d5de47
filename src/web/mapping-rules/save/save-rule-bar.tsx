import "./save-rule-bar.css";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useEditorState } from "#web/mapping-rules/builder/builder-context.ts";
import { goToRow } from "#web/mapping-rules/row-commands/shown-rows.ts";
import { counted, timeOfDay } from "#web/ui/format.ts";
import { notify } from "#web/ui/notify.ts";
import { isBusy } from "#web/ui/save-machine.ts";
import { useValue } from "#web/ui/value-store.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { SaveOutcome } from "./save-outcome.tsx";
import { useKeeperState, useSaving, useSavingState } from "./saving-context.ts";

const Problems = () => {
  const editor = useEditorState();
  const { check } = editor.builder;
  const { errors } = useValue(check.totals);
  if (errors === 0) return null;
  const go = () => {
    const [key] = check.keysInOrder("error");
    if (key !== undefined) goToRow(editor, key);
  };
  return (
    <Button variant="outline" color="red" onClick={go}>
      {counted(errors, "problem")}: go to first
    </Button>
  );
};

/** The state of the changes, and whether this browser has stored them, in words. */
const useChangesText = (): string => {
  const { dirty, created, phase } = useSavingState();
  const keeper = useKeeperState();
  if (phase.kind === "unknown") return "Check the last save first.";
  if (!dirty) return created ? "No changes." : "Nothing entered yet.";
  switch (keeper.kind) {
    case "refused":
      return "This browser can't keep a draft (private window or no storage left). Save before you leave.";
    case "saved":
      return `Unsaved changes. Draft saved at ${timeOfDay(keeper.at)}.`;
    default:
      return "Unsaved changes. Saving draft…";
  }
};

/** Ctrl+S opens the review, instead of saving the page as a file. */
const useSaveKey = (review: () => void): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s")
        return;
      event.preventDefault();
      if (!document.querySelector("[aria-modal=true]")) review();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [review]);

const Dialogs = () => {
  const { phase } = useSavingState();
  if (phase.kind === "conflict")
    return phase.conflict.kind === "changed" && <MergeDialog theirs={phase.conflict.theirs} />;
  return phase.kind === "reviewing" || isBusy(phase) ? <ReviewDialog /> : null;
};

/** The state of the changes, and the button to save them. */
export const SaveRuleBar = () => {
  const saving = useSaving();
  const { dirty, created, phase } = useSavingState();
  const standing = useChangesText();
  const idle = created && !dirty;
  const blocked = idle || phase.kind === "unknown";
  useSaveKey(saving.review);
  const discard = () => {
    saving.discard();
    notify("Changes discarded. You can undo this.");
  };
  return (
    <div className="save-rule">
      <div className="save-rule__outcome">
        <SaveOutcome />
      </div>
      <div className="save-rule__bar" role="group" aria-label="Saving">
        <span className="save-rule__standing" role="status">
          {standing}
        </span>
        <Problems />
        <Button disabled={!dirty} onClick={discard}>
          Discard changes
        </Button>
        <Button
          variant="filled"
          aria-disabled={blocked}
          data-disabled={blocked}
          aria-keyshortcuts="Control+S"
          title="Ctrl+S"
          onClick={() => {
            if (!blocked) saving.review();
          }}
        >
          {created ? "Review and save" : "Review and create"}
        </Button>
      </div>
      <Dialogs />
    </div>
  );
};
