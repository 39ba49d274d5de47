import { Button } from "@mantine/core";
import { CreateFailure } from "./create-failure.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import type { CreateForm } from "./use-create-form.ts";

interface CreateBarProps {
  /** The name of the record kind within a sentence: "webhook". */
  noun: string;
  form: Pick<CreateForm<string>, "busy" | "error" | "dirty" | "forget" | "leave">;
}

/**
 * The end of a form that creates a record: the error of the last attempt, and the buttons to create the record or to
 * leave.
 */
export const CreateBar = ({ noun, form }: CreateBarProps) => (
  <>
    <CreateFailure noun={noun} error={form.error} />
    <div className="row">
      <Button type="submit" variant="filled" aria-disabled={form.busy} data-disabled={form.busy}>
        {form.busy ? "Creating…" : `Create ${noun}`}
      </Button>
      <Button onClick={form.leave}>{form.dirty ? "Discard" : "Cancel"}</Button>
    </div>
    <UnsavedGuard dirty={form.dirty} onDiscard={form.forget} />
  </>
);
