import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import type { Choices, Difference } from "./field-draft.ts";
import { Notice } from "./notice.tsx";
import type { FormPhase } from "./record-form-phase.ts";
import { VersionChoice } from "./version-choice.tsx";

interface FormOutcomeProps<F extends string> {
  noun: string;
  phase: FormPhase<unknown, F>;
  /** False where the upstream has no way to read the record. */
  canCheck: boolean;
  onCheck: () => void;
  onAcknowledge: () => void;
  onResolve: (differences: readonly Difference<F>[], choices: Choices) => void;
  /** Asks before sending; shown while the form confirms. */
  question?: ReactNode;
}

type Props = Omit<FormOutcomeProps<string>, "onResolve" | "question">;

const Unknown = ({ noun, phase, canCheck, onCheck, onAcknowledge }: Props) => {
  if (phase.kind !== "unknown") return null;
  const { error, checking } = phase;
  const check = (
    <button
      type="button"
      className="button"
      data-kind="primary"
      disabled={checking}
      onClick={onCheck}
    >
      {checking ? "Checking…" : "Check what is there now"}
    </button>
  );
  const goOn = (
    <button type="button" className="button" onClick={onAcknowledge}>
      I have checked, let me save again
    </button>
  );
  return (
    <Notice
      title="Nobody knows yet whether this was saved"
      tone="waiting"
      alert
      actions={canCheck ? check : goOn}
    >
      <p>
        The change was sent, but its answer did not come back
        {error instanceof Error ? ` (${error.message})` : ""}. It may have been carried out, so it
        is not sent again by itself. What you typed is kept.{" "}
        {canCheck
          ? `Checking reads the ${noun} and compares.`
          : `This upstream cannot be asked for the ${noun}: look at what it does, and save again if the change is not there.`}
      </p>
    </Notice>
  );
};

const Failed = ({ phase, noun }: Pick<Props, "phase" | "noun">) =>
  phase.kind === "failed" || phase.kind === "unread" ? (
    <ErrorNotice error={phase.error}>
      <p>
        {phase.kind === "unread"
          ? `The ${noun} is read again before each save, and that failed: nothing was sent. What you typed is still here.`
          : "Nothing was changed, and everything you typed is still here."}
      </p>
    </ErrorNotice>
  ) : null;

/** What became of the last save of a form, and what to do about it. */
export const FormOutcome = <F extends string>({
  question,
  onResolve,
  ...props
}: FormOutcomeProps<F>) => {
  const { phase, noun } = props;
  if (phase.kind === "confirming") return question;
  if (phase.kind === "unknown") return <Unknown {...(props as Props)} />;
  if (phase.kind === "conflict") {
    return (
      <VersionChoice
        noun={noun}
        differences={phase.differences}
        onResolve={(choices) => onResolve(phase.differences, choices)}
      />
    );
  }
  if (phase.kind === "lost") {
    return (
      <Notice title="Nothing of it arrived" tone="waiting" alert>
        <p>
          The {noun} is as it was before. What you typed is still here; save again when you like.
        </p>
      </Notice>
    );
  }
  return <Failed phase={phase as FormPhase<unknown, string>} noun={noun} />;
};
