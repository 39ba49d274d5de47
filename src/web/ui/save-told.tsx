import type { ReactNode } from "react";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";
import { UnknownOutcome } from "./unknown-outcome.tsx";

/** Where a save ended without being known to be saved. */
export type SaveEnd =
  /** Refused, or not sent at all because the record could not be read again. */
  | { readonly kind: "failed" | "unread"; readonly error: unknown }
  /** Sent, and nobody knows what became of it. */
  | { readonly kind: "unknown"; readonly error: unknown; readonly checking: boolean }
  /** Checked: nothing of it arrived. */
  | { readonly kind: "lost" };

interface SaveToldProps {
  noun: string;
  end: SaveEnd;
  /** False where the upstream has no way to read the record. */
  canCheck: boolean;
  onCheck: () => void;
  onAcknowledge: () => void;
  /** What else is to be said of a refusal. */
  children?: ReactNode;
}

/** What a save came to that is not known to be saved, and what to do about it. */
export const SaveTold = ({
  noun,
  end,
  canCheck,
  onCheck,
  onAcknowledge,
  children,
}: SaveToldProps) => {
  if (end.kind === "lost")
    return (
      <Notice title="It was not saved" tone="waiting" alert>
        <p>The {noun} is as it was before. Your changes are still here; save them when you like.</p>
      </Notice>
    );
  if (end.kind === "unknown")
    return (
      <UnknownOutcome
        sent="The change was sent"
        error={end.error}
        checking={end.checking}
        onCheck={canCheck ? onCheck : undefined}
        onAcknowledge={onAcknowledge}
      >
        It may have been carried out, so it is not sent again by itself. Your changes are kept.{" "}
        {canCheck
          ? `Checking reads the ${noun} and compares.`
          : `This upstream cannot be asked for the ${noun}: look at what it does, and save again if the change is not there.`}
      </UnknownOutcome>
    );
  return (
    <ErrorNotice error={end.error}>
      <p>
        {end.kind === "unread"
          ? `The ${noun} is read again before each save, and that failed: nothing was sent. Your changes are still here.`
          : "Nothing was changed, and your changes are still here."}
        {children}
      </p>
    </ErrorNotice>
  );
};
