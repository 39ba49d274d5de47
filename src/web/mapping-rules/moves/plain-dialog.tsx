import "#web/ui/confirm-dialog.css";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useModal } from "#web/ui/use-modal.ts";

interface PlainDialogProps {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
}

/** Something to look at or choose from, over the screen. Escape and a click beside it close it. */
export const PlainDialog = ({ title, children, foot, onClose }: PlainDialogProps) => {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog rule-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog__body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      <div className="dialog__foot">
        {foot}
        <Button onClick={onClose}>Close</Button>
      </div>
    </dialog>
  );
};
