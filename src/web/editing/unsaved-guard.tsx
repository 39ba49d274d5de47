import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useRef } from "react";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { doesBackClose } from "#web/base/use-back-closes.ts";

interface UnsavedGuardProps {
  /** Whether there are unsaved changes; evaluated when the person leaves. */
  dirty: boolean | (() => boolean);
  /** Whether they are being saved: that goes on behind other screens, but not after the page is closed. */
  saving?: boolean;
  /** False if this browser cannot store drafts: leaving then discards the changes. */
  keepsDraft?: boolean;
  /** Discards the unsaved changes. */
  onDiscard: () => void;
}

/** Asks before the person leaves a screen with unsaved changes; the draft can be kept or discarded. */
export const UnsavedGuard = ({
  dirty,
  saving = false,
  keepsDraft = true,
  onDiscard,
}: UnsavedGuardProps) => {
  // The router takes over another function only some time after it is drawn, and would decide by what was before.
  const shown = useRef({ dirty, saving });
  useLayoutEffect(() => {
    shown.current = { dirty, saving };
  }, [dirty, saving]);
  const isDirty = useCallback(() => {
    const now = shown.current.dirty;
    return typeof now === "function" ? now() : now;
  }, []);
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    // A change within the screen's own address (an open drawer, a filter) does not leave the screen.
    ({ action, current, next }) =>
      current.pathname !== next.pathname &&
      !shown.current.saving &&
      isDirty() &&
      !(action === "BACK" && doesBackClose()),
    [isDirty],
  );
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isDirty, withResolver: true });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave with unsaved changes?"
      cancelLabel="Stay"
      onCancel={blocker.reset}
      choices={[
        {
          label: "Discard changes",
          kind: "danger",
          onChoose: () => {
            onDiscard();
            blocker.proceed();
          },
        },
        ...(keepsDraft ? [{ label: "Save draft and leave", onChoose: blocker.proceed }] : []),
      ]}
    >
      <p>
        Your changes aren't saved yet.{" "}
        {keepsDraft
          ? "A draft stays in this browser and is restored when you come back."
          : "This browser can't save drafts, so leaving discards your changes."}
      </p>
    </ConfirmDialog>
  );
};
