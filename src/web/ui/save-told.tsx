import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";
import type { SaveState } from "./save-machine.ts";
import { UnknownOutcome } from "./unknown-outcome.tsx";

interface SaveToldProps {
  noun: string;
  state: SaveState<unknown, unknown>;
  /** False if the upstream cannot read the record. */
  canCheck: boolean;
  onCheck: () => void;
  onAcknowledge: () => void;
  /** More about a refusal. */
  children?: ReactNode;
}

/** The result of a save that failed or may have failed, and what to do about it. Renders nothing in other states. */
export const SaveTold = ({
  noun,
  state,
  canCheck,
  onCheck,
  onAcknowledge,
  children,
}: SaveToldProps) => {
  if (state.kind === "lost")
    return (
      <Notice title="It was not saved" tone="waiting" alert>
        <p>The {noun} is as it was before. Your changes are still here; save them when you like.</p>
      </Notice>
    );
  if (state.kind === "unknown")
    return (
      <UnknownOutcome
        sent="The change was sent"
        error={state.error}
        checking={state.checking}
        onCheck={canCheck ? onCheck : undefined}
        onAcknowledge={onAcknowledge}
      >
        It may have been carried out, so it is not sent again by itself. Your changes are kept.{" "}
        {canCheck
          ? `Checking reads the ${noun} and compares.`
          : `This upstream cannot be asked for the ${noun}: look at what it does, and save again if the change is not there.`}
      </UnknownOutcome>
    );
  if (state.kind !== "unread" && state.kind !== "refused") return null;
  return (
    <ErrorNotice error={state.error}>
      <p>
        {state.kind === "unread"
          ? `The ${noun} is read again before each save, and that failed: nothing was sent. Your changes are still here.`
          : "Nothing was changed, and your changes are still here."}
        {children}
      </p>
    </ErrorNotice>
  );
};
