import "./confirm-dialog.css";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useModal } from "./use-modal.ts";

interface Choice {
  label: string;
  kind?: "primary" | "danger";
  onChoose: () => void;
}

const looks = {
  primary: { variant: "filled" },
  danger: { variant: "outline", color: "red" },
} as const;

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
        <Button autoFocus onClick={onCancel}>
          {cancelLabel}
        </Button>
        {choices.map(({ label, kind = "primary", onChoose }) => (
          <Button key={label} {...looks[kind]} onClick={onChoose}>
            {label}
          </Button>
        ))}
      </div>
    </dialog>
  );
};
