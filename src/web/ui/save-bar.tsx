import "./save-bar.css";
import { Button } from "@mantine/core";
import { useId } from "react";
import { isBusy, type SaveKind } from "./save-machine.ts";
import type { RecordForm } from "./use-record-form.ts";
import { whyNotSaved } from "./why-not-saved.ts";

interface SaveBarProps {
  form: Pick<RecordForm<never, string>, "dirty" | "discard"> & {
    saving: { kind: SaveKind };
    problems: object;
  };
  label?: string;
  /** A second way out: closes a form that stands in the place of something else. */
  onCancel?: () => void;
}

/** The end of a form: why it cannot be sent yet, in words, and the way to send it or to take it back. */
export const SaveBar = ({ form, label = "Save changes", onCancel }: SaveBarProps) => {
  const id = useId();
  const busy = isBusy(form.saving);
  const why = whyNotSaved(form.saving.kind, form.dirty, Object.keys(form.problems).length);
  return (
    <div className="save-bar">
      <Button
        type="submit"
        variant="filled"
        aria-disabled={why !== undefined}
        data-disabled={why !== undefined}
        aria-describedby={id}
      >
        {busy ? "Saving…" : label}
      </Button>
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
