import "#web/ui/confirm-dialog.css";
import "./rule-dialog.css";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useModal } from "#web/ui/use-modal.ts";

interface RuleDialogProps {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  onCancel: () => void;
}

/** A wide dialog whose middle scrolls. Rendered while it stands; the focus goes back to where it was. */
export const RuleDialog = ({ title, children, foot, onCancel }: RuleDialogProps) => {
  const dialog = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog rule-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
      {/* Scrolled by keys too. */}
      <div
        className="dialog__body rule-dialog__body"
        tabIndex={0}
        role="group"
        aria-labelledby={id}
      >
        {children}
      </div>
      <div className="dialog__foot">{foot}</div>
    </dialog>
  );
};
