import "./save-bar.css";
import { Button } from "@mantine/core";
import { useId } from "react";
import { isBusy, type SaveKind } from "./save-machine.ts";
import type { RecordForm } from "./use-record-form.ts";
import { whyNotSaved } from "./why-not-saved.ts";
import { LockableButton } from "#web/kit/lockable-button.tsx";

interface SaveBarProps {
  form: Pick<RecordForm<never, string>, "dirty" | "discard" | "forbidden"> & {
    saving: { kind: SaveKind };
    problems: object;
  };
  label?: string;
  /** Closes a form that temporarily replaces other content. */
  onCancel?: () => void;
}

/** The end of a form: why it cannot be saved yet, and the buttons to save or discard. */
export const SaveBar = ({ form, label = "Save changes", onCancel }: SaveBarProps) => {
  const id = useId();
  const busy = isBusy(form.saving);
  const why =
    form.forbidden ?? whyNotSaved(form.saving.kind, form.dirty, Object.keys(form.problems).length);
  return (
    <div className="save-bar">
      <LockableButton
        type="submit"
        variant="filled"
        locked={why !== undefined}
        aria-describedby={id}
      >
        {busy ? "Saving…" : label}
      </LockableButton>
      <Button
        disabled={busy || (!form.dirty && !onCancel)}
        onClick={() => {
          form.discard();
          onCancel?.();
        }}
      >
        {onCancel && !form.dirty ? "Cancel" : "Discard"}
      </Button>
      <span className="save-bar__why" id={id}>
        {why}
      </span>
    </div>
  );
};
