import { isUnserved } from "#web/base/api-error.ts";
import { type Creation, leavesDoubt } from "./creation.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import type { SaveState } from "./save-machine.ts";
import { UnknownOutcome } from "./unknown-outcome.tsx";

interface CreateFailureProps {
  /** The name of the record kind within a sentence: "webhook". */
  noun: string;
  state: SaveState<Creation<string>, unknown>;
  onCheck: () => void;
  onAcknowledge: () => void;
}

/** Explains why no record was created, or that the result is unknown, and what to do; the entries stay in the form. */
export const CreateFailure = ({ noun, state, onCheck, onAcknowledge }: CreateFailureProps) => {
  if (state.kind === "lost")
    return (
      <Notice title={`No ${noun} found`} tone="waiting" alert>
        <p>
          The list doesn't contain this {noun}. Your entries are still here. Try creating it again.
        </p>
      </Notice>
    );
  if (state.kind === "unknown") {
    const { error, checking } = state;
    const canCheck = !isUnserved(error);
    return (
      <UnknownOutcome
        sent="The request was sent"
        error={error}
        checking={checking}
        onCheck={canCheck ? onCheck : undefined}
        onAcknowledge={onAcknowledge}
        acknowledgeLabel="I've checked. Enable creating"
      >
        The {noun} may have been created, so the request isn't sent again automatically. Your
        entries are kept.{" "}
        {canCheck
          ? `Checking looks for the ${noun} in the list.`
          : `The console can't find out. Check the source system, and create the ${noun} again if it isn't there.`}
      </UnknownOutcome>
    );
  }
  if (state.kind !== "refused" && state.kind !== "unread") return null;
  if (isUnserved(state.error))
    return (
      <Notice title={`The API can't create ${noun}s`} tone="waiting" alert>
        <p>
          The API doesn't offer this operation. Nothing was created. Your entries are still here.
        </p>
      </Notice>
    );
  const doubt = state.kind === "refused" && leavesDoubt(state.error, state.sent);
  return (
    <ErrorNotice error={state.error}>
      <p>
        {doubt
          ? `Nothing was sent now. The earlier request may have created the ${noun}.`
          : "Nothing was created."}{" "}
        Your entries are still here.
      </p>
    </ErrorNotice>
  );
};
