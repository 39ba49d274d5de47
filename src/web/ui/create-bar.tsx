import "./save-bar.css";
import { Button } from "@mantine/core";
import { useId } from "react";
import { CreateFailure } from "./create-failure.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import type { CreateForm } from "./use-create-form.ts";

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
  const isLocked = form.busy || form.forbidden !== undefined;
  return (
    <>
      <CreateFailure noun={noun} error={form.error} />
      <div className="save-bar">
        <Button
          type="submit"
          variant="filled"
          aria-disabled={isLocked}
          data-disabled={isLocked}
          aria-describedby={id}
        >
          {form.busy ? "Creating…" : `Create ${noun}`}
        </Button>
        <Button onClick={form.leave}>{form.dirty ? "Discard" : "Cancel"}</Button>
        <span className="save-bar__why" id={id}>
          {form.forbidden}
        </span>
      </div>
      <UnsavedGuard dirty={form.dirty} onDiscard={form.forget} />
    </>
  );
};
