import { isUnserved } from "#web/base/api-error.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import type { Phase, PhaseKind } from "./editing-plan.ts";
import { SaveBar } from "./save-bar.tsx";
import { UnknownOutcome } from "./save-outcome.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import type { CreateForm } from "./create-form.ts";
import type { RecordForm } from "./record-form.ts";
import { whyNotSaved } from "./report-save.ts";

interface FormBarProps {
  form: Pick<RecordForm<never, string>, "dirty" | "discard" | "forbidden" | "busy"> & {
    saving: { kind: PhaseKind };
    elsewhere?: boolean;
    kept?: boolean;
    problems: object;
  };
  label?: string;
  /** Closes a form that temporarily replaces other content. */
  onCancel?: () => void;
}

/** The end of a form: why it cannot be saved yet, the buttons to save or discard, and the question on leaving. */
export const FormBar = ({ form, label = "Save changes", onCancel }: FormBarProps) => {
  const { dirty, busy, kept = true } = form;
  const why =
    form.forbidden ?? whyNotSaved(form.saving.kind, dirty, Object.keys(form.problems).length);
  const discard = () => {
    form.discard();
    onCancel?.();
  };
  return (
    <>
      <SaveBar
        save={{ type: "submit", label: busy ? "Saving…" : label, locked: why !== undefined }}
        why={why}
        draft={form}
        discard={{
          label: onCancel && !dirty ? "Cancel" : "Discard",
          locked: busy || (!dirty && !onCancel),
          onClick: discard,
        }}
      />
      <UnsavedGuard dirty={dirty} saving={busy} keepsDraft={kept} onDiscard={form.discard} />
    </>
  );
};

interface CreateFailureProps {
  /** The name of the record kind within a sentence: "webhook". */
  noun: string;
  state: Phase<unknown, unknown, unknown>;
  onCheck: () => void;
  onAcknowledge: () => void;
}

/** Explains why no record was created, or that the result is unknown, and what to do; the entries stay in the form. */
const CreateFailure = ({ noun, state, onCheck, onAcknowledge }: CreateFailureProps) => {
  if (state.kind === "lost")
    return (
      <Notice title={`No ${noun} found`} tone="waiting" alert>
        <p>
          The list doesn't contain this {noun}. Your entries are still here. Try creating it again.
          If the first one appears later, both exist.
        </p>
      </Notice>
    );
  if (state.kind === "unknown") {
    const { error, checking } = state;
    const canCheck = !isUnserved(error);
    return (
      <UnknownOutcome
        sent="The form was sent"
        error={error}
        checking={checking}
        onCheck={canCheck ? onCheck : undefined}
        onAcknowledge={onAcknowledge}
        acknowledgeLabel="I've checked. Enable creating"
      >
        The {noun} may have been created, so nothing is sent again automatically. Your entries are
        kept.{" "}
        {canCheck
          ? `Checking looks for the ${noun} in the list.`
          : `The console can't find out. Check the source system, and create the ${noun} again if it isn't there.`}
      </UnknownOutcome>
    );
  }
  if (state.kind !== "refused" && state.kind !== "unread") return null;
  if (isUnserved(state.error))
    return (
      <Notice title={`The service can't create ${noun}s`} tone="waiting" alert>
        <p>The service doesn't offer this. Nothing was created. Your entries are still here.</p>
      </Notice>
    );
  return (
    <ErrorNotice error={state.error}>
      <p>Nothing was created. Your entries are still here.</p>
    </ErrorNotice>
  );
};

interface CreateBarProps {
  /** The name of the record kind within a sentence: "webhook". */
  noun: string;
  form: Omit<CreateForm<string>, "texts" | "register" | "setValues">;
}

/**
 * The end of a form that creates a record: the result of the last attempt, and the buttons to create the record or to
 * leave.
 */
export const CreateBar = ({ noun, form }: CreateBarProps) => {
  const { saving, busy, dirty, kept } = form;
  const why = form.forbidden ?? (saving.kind === "unknown" ? "Check the status first" : undefined);
  return (
    <>
      <CreateFailure
        noun={noun}
        state={saving}
        onCheck={form.check}
        onAcknowledge={form.acknowledge}
      />
      <SaveBar
        save={{
          type: "submit",
          label: busy ? "Creating…" : `Create ${noun}`,
          locked: busy || why !== undefined,
        }}
        why={why}
        draft={{ dirty, kept }}
        discard={{ label: dirty ? "Discard" : "Cancel", locked: busy, onClick: form.leave }}
      />
      <UnsavedGuard dirty={form.asksToLeave} keepsDraft={form.kept} onDiscard={form.forget} />
    </>
  );
};
