import "./confirm-dialog.css";
import { type ReactNode, useId } from "react";
import { useModal } from "./use-modal.ts";

interface Choice {
  label: string;
  kind?: "primary" | "danger";
  onChoose: () => void;
}

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  choices: readonly Choice[];
  /** What stays as it is; also Escape. It has the focus first, so that no blind Enter does harm. */
  cancelLabel?: string;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back. Rendered while the question stands. */
export const ConfirmDialog = ({
  title,
  children,
  choices,
  cancelLabel = "Cancel",
  onCancel,
}: ConfirmDialogProps) => {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <div className="dialog__body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button" autoFocus onClick={onCancel}>
          {cancelLabel}
        </button>
        {choices.map(({ label, kind = "primary", onChoose }) => (
          <button key={label} type="button" className="button" data-kind={kind} onClick={onChoose}>
            {label}
          </button>
        ))}
      </div>
    </dialog>
  );
};
