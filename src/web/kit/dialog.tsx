import { Button, CloseButton, Drawer as MantineDrawer, Modal } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import { useFirstFocus, useOpener } from "#web/base/focus.ts";
import { useBackCloses } from "#web/base/history.ts";
import { phone, useMedia } from "#web/base/media.ts";
import { LockableButton } from "./button.tsx";
import "./dialog.css";

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
      classNames={{ content: "dialog", overlay: "shade" }}
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

interface Answer {
  label: string;
  kind?: "primary" | "danger";
  /** Has the initial focus, so that Enter confirms: for a dialog that a person sees many times a day. */
  first?: boolean;
  /** It does nothing for now; the content says why. */
  locked?: boolean;
  onChoose: () => void;
}

const buttonStyles = {
  primary: { variant: "filled" },
  danger: { variant: "outline", color: "red" },
} as const;

const autofocus = { "data-autofocus": true } as const;

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  choices: readonly Answer[];
  /**
   * Closes the dialog without an action, like Escape. It has the initial focus, so that an accidental Enter does no
   * harm.
   */
  cancelLabel?: string;
  onCancel: () => void;
}

/** Asks for confirmation of a step without undo. Render it only while it is open. */
export const ConfirmDialog = ({
  title,
  children,
  choices,
  cancelLabel = "Cancel",
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    title={title}
    onClose={onCancel}
    foot={
      <>
        <Button {...(!choices.some(({ first }) => first) && autofocus)} onClick={onCancel}>
          {cancelLabel}
        </Button>
        {choices.map(({ label, kind = "primary", first, locked = false, onChoose }) => (
          <LockableButton
            key={label}
            {...buttonStyles[kind]}
            {...(first && autofocus)}
            locked={locked}
            onClick={onChoose}
          >
            {label}
          </LockableButton>
        ))}
      </>
    }
  >
    {children}
  </Dialog>
);

interface DrawerProps {
  title: string;
  /** Announced to screen readers when it changes. */
  note?: ReactNode;
  children: ReactNode;
  /** Ways to what is before and after, in the head. */
  nav?: ReactNode;
  /** For long content. */
  wide?: boolean;
  /** Shown next to the button that closes the drawer. */
  actions?: ReactNode;
  /** The label of the button that closes the drawer; by default there is only the close icon. */
  done?: string;
  /** For the navigation: dark in both schemes, and at the side on a phone too. */
  night?: boolean;
  onClose: () => void;
}

/** A field applies its text when it loses the focus, which neither Escape nor the browser's Back takes away. */
const leaveField = (): void => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

/**
 * A drawer for content without room on the screen: at the side of the window, or at the bottom on a phone. Render it
 * only while it is open; Escape and the browser's Back close it. However it is closed, what is typed in it is applied first.
 */
export const Drawer = (props: DrawerProps) => {
  const { title, note, nav, children, actions, done, night = false, wide = false } = props;
  const onClose = () => {
    leaveField();
    props.onClose();
  };
  const below = useMedia(phone) && !night;
  useOpener();
  useBackCloses(onClose);
  return (
    <MantineDrawer.Root
      opened
      returnFocus={false}
      classNames={{ content: "drawer", overlay: "shade" }}
      position={below ? "bottom" : "right"}
      size={below ? "88dvh" : night ? "min(19rem, 88vw)" : wide ? "min(42rem, 92vw)" : "22rem"}
      onClose={onClose}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content data-night={night || undefined} data-below={below}>
        <header className="drawer__head">
          <MantineDrawer.Title className="drawer__title">{title}</MantineDrawer.Title>
          <span role="status">{note}</span>
          {nav}
          <CloseButton onClick={onClose} />
        </header>
        <div className="drawer__body">{children}</div>
        {(done !== undefined || actions) && (
          <footer className="drawer__foot">
            {actions}
            {done !== undefined && (
              <Button flex={1} variant="filled" onClick={onClose}>
                {done}
              </Button>
            )}
          </footer>
        )}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
};
