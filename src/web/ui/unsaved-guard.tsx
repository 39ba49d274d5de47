import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { dialogIsOpen } from "./dialog.tsx";

interface UnsavedGuardProps {
  /** Whether something typed is not yet saved, asked at the moment of leaving. */
  dirty: boolean | (() => boolean);
  /** False where this browser refuses to keep a draft: leaving loses it. */
  keepsDraft?: boolean;
  /** Forgets what was typed. */
  onDiscard: () => void;
}

/** Asks before a screen with something unsaved is left; the draft can be kept for later or thrown away. */
export const UnsavedGuard = ({ dirty, keepsDraft = true, onDiscard }: UnsavedGuardProps) => {
  const isDirty = () => (typeof dirty === "function" ? dirty() : dirty);
  const blocker = useBlocker({
    // A change of the same screen's own address (an open drawer, a filter) leaves nothing.
    shouldBlockFn: ({ action, current, next }) =>
      current.pathname !== next.pathname && isDirty() && !(action === "BACK" && dialogIsOpen()),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
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
