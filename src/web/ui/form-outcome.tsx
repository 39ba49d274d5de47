import type { ReactNode } from "react";
import { SaveTold } from "./save-told.tsx";
import type { RecordForm } from "./use-record-form.ts";
import { VersionChoice } from "./version-choice.tsx";

interface FormOutcomeProps<F extends string> {
  noun: string;
  form: Pick<RecordForm<unknown, F>, "phase" | "canCheck" | "check" | "backToEditing" | "resolve">;
  /** Asks before sending; shown while the form confirms. */
  question?: ReactNode;
}

/** What became of the last save of a form, and what to do about it. */
export const FormOutcome = <F extends string>({ noun, form, question }: FormOutcomeProps<F>) => {
  const { phase } = form;
  if (phase.kind === "confirming") return question;
  if (phase.kind === "editing" || phase.kind === "sending") return null;
  if (phase.kind === "conflict") {
    const { differences } = phase;
    return (
      <VersionChoice
        noun={noun}
        differences={differences}
        onResolve={(choices) => form.resolve(differences, choices)}
      />
    );
  }
  return (
    <SaveTold
      noun={noun}
      end={phase}
      canCheck={form.canCheck}
      onCheck={form.check}
      onAcknowledge={form.backToEditing}
    />
  );
};
