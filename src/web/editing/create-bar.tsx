import "./save-bar.css";
import { Button } from "@mantine/core";
import { useId } from "react";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { CreateFailure } from "./create-failure.tsx";
import { LockableButton } from "#web/kit/lockable-button.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import type { CreateForm } from "./use-create-form.ts";

interface CreateBarProps {
  /** The name of the record kind within a sentence: "webhook". */
  noun: string;
  form: Omit<CreateForm<string>, "texts" | "tie" | "typeAll">;
}

/** Asks before other entries are sent than those of a request whose record may still appear. */
const SecondQuestion = ({ noun, form: { back, send } }: CreateBarProps) => (
  <ConfirmDialog
    title={`Create another ${noun}?`}
    cancelLabel="Go back"
    onCancel={back}
    choices={[{ label: `Create ${noun}`, onChoose: send }]}
  >
    <p>
      An earlier request had no response, and your entries have changed since. If the first {noun}{" "}
      still appears, both exist.
    </p>
  </ConfirmDialog>
);

const whyLocked = (noun: string, { saving, isElsewhere }: CreateBarProps["form"]) => {
  if (isElsewhere) return `Another tab is creating this ${noun}`;
  return saving.kind === "unknown" ? "Check the status first" : undefined;
};

/**
 * The end of a form that creates a record: the result of the last attempt, and the buttons to create the record or to
 * leave.
 */
export const CreateBar = ({ noun, form }: CreateBarProps) => {
  const id = useId();
  const { saving, busy } = form;
  const why = form.forbidden ?? whyLocked(noun, form);
  return (
    <>
      <CreateFailure
        noun={noun}
        state={saving}
        onCheck={form.check}
        onAcknowledge={form.acknowledge}
      />
      <div className="save-bar">
        <LockableButton
          type="submit"
          variant="filled"
          locked={busy || why !== undefined}
          aria-describedby={id}
        >
          {busy ? "Creating…" : `Create ${noun}`}
        </LockableButton>
        <Button disabled={busy} onClick={form.leave}>
          {form.dirty ? "Discard" : "Cancel"}
        </Button>
        <span className="save-bar__why" id={id}>
          {why}
        </span>
      </div>
      {saving.kind === "reviewing" && <SecondQuestion noun={noun} form={form} />}
      <UnsavedGuard dirty={form.asksToLeave} onDiscard={form.forget} />
    </>
  );
};
