import type { ReactNode } from "react";
import { SaveStatus } from "./save-status.tsx";
import type { RecordForm } from "./use-record-form.ts";
import { VersionChoice } from "./version-choice.tsx";

interface FormOutcomeProps<R, F extends string> {
  noun: string;
  form: Pick<RecordForm<R, F>, "saving" | "canCheck" | "check" | "back" | "resolve">;
  /** The confirmation dialog, shown before sending. */
  question?: ReactNode;
}

/** The result of the last save of a form, and what to do about it. */
export const FormOutcome = <R, F extends string>({
  noun,
  form,
  question,
}: FormOutcomeProps<R, F>) => {
  const { saving: state } = form;
  if (state.kind === "reviewing") return question;
  if (state.kind === "conflict")
    return (
      <VersionChoice
        noun={noun}
        differences={state.conflict.differences}
        onResolve={(choices) => form.resolve(state.conflict, choices)}
      />
    );
  return (
    <SaveStatus
      noun={noun}
      state={state}
      canCheck={form.canCheck}
      onCheck={form.check}
      onAcknowledge={form.back}
    />
  );
};
