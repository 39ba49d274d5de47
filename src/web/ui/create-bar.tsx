import "./save-bar.css";
import { Button } from "@mantine/core";
import { useId } from "react";
import { CreateFailure } from "./create-failure.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import type { CreateForm } from "./use-create-form.ts";
import { LockableButton } from "./lockable-button.tsx";

interface CreateBarProps {
  /** The name of the record kind within a sentence: "webhook". */
  noun: string;
  form: Pick<CreateForm<string>, "busy" | "error" | "dirty" | "forbidden" | "forget" | "leave">;
}

/**
 * The end of a form that creates a record: the error of the last attempt, and the buttons to create the record or to
 * leave.
 */
export const CreateBar = ({ noun, form }: CreateBarProps) => {
  const id = useId();
  return (
    <>
      <CreateFailure noun={noun} error={form.error} />
      <div className="save-bar">
        <LockableButton
          type="submit"
          variant="filled"
          locked={form.busy || form.forbidden !== undefined}
          aria-describedby={id}
        >
          {form.busy ? "Creating…" : `Create ${noun}`}
        </LockableButton>
        <Button onClick={form.leave}>{form.dirty ? "Discard" : "Cancel"}</Button>
        <span className="save-bar__why" id={id}>
          {form.forbidden}
        </span>
      </div>
      <UnsavedGuard dirty={form.dirty} onDiscard={form.forget} />
    </>
  );
};
