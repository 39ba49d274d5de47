import "./dialog.css";
import { Modal } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import { useBackCloses } from "#web/base/use-back-closes.ts";
import { useFirstFocus } from "#web/base/use-first-focus.ts";
import { useOpener } from "#web/base/use-opener.ts";

interface DialogProps {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  /** For long content: the body scrolls with keys, and the heading has the initial focus. */
  wide?: boolean;
  /** A click outside closes the dialog: for dialogs without input. */
  closesBeside?: boolean;
  /** Renders the dialog as a form. */
  onSubmit?: (event: SubmitEvent) => void;
  onClose: () => void;
}

interface PartsProps extends Pick<DialogProps, "title" | "children" | "foot" | "wide"> {}

const Parts = ({ title, children, foot, wide = false }: PartsProps) => {
  const body = useFirstFocus();
  return (
    <>
      <Modal.Title
        className="dialog__title"
        {...(wide && { tabIndex: -1, "data-autofocus": true })}
      >
        {title}
      </Modal.Title>
      {wide ? (
        <div ref={body} className="dialog__body" tabIndex={0} role="group" aria-label={title}>
          {children}
        </div>
      ) : (
        <div ref={body} className="dialog__body">
          {children}
        </div>
      )}
      <div className="dialog__foot">{foot}</div>
    </>
  );
};

/**
 * The base of all dialogs. Render it only while it is open; Escape closes it, and the focus returns to the opener. The
 * initial focus is on the element with `data-autofocus`.
 */
export const Dialog = ({ onSubmit, onClose, closesBeside = false, ...parts }: DialogProps) => {
  useOpener();
  useBackCloses(onClose);
  return (
    <Modal.Root
      opened
      centered
      returnFocus={false}
      classNames={{ content: "dialog" }}
      closeOnClickOutside={closesBeside}
      size={parts.wide ? "52rem" : "34rem"}
      yOffset="1rem"
      xOffset="1rem"
      onClose={onClose}
    >
      <Modal.Overlay />
      <Modal.Content data-wide={parts.wide || undefined}>
        {onSubmit ? (
          <form className="dialog__form" onSubmit={onSubmit}>
            <Parts {...parts} />
          </form>
        ) : (
          <Parts {...parts} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
};
