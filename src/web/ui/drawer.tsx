import "./drawer.css";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useModal } from "./use-modal.ts";

interface DrawerProps {
  title: string;
  /** Told to whoever cannot see it change, too. */
  note: ReactNode;
  children: ReactNode;
  /** Beside the button that closes it. */
  actions?: ReactNode;
  /** What the button that closes it says. */
  done: string;
  onClose: () => void;
}

/** What has no room beside the screen: at a window's side, on a phone from below. Rendered while it is open; Escape closes it. */
export const Drawer = ({ title, note, children, actions, done, onClose }: DrawerProps) => {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The dialog itself is pressed only where its parts are not: beside it.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="drawer__parts">
        <header className="drawer__head">
          <h2 id={id}>{title}</h2>
          <span role="status">{note}</span>
          <ActionIcon aria-label="Close" onClick={onClose}>
            <IconX aria-hidden="true" />
          </ActionIcon>
        </header>
        <div className="drawer__body">{children}</div>
        <footer className="drawer__foot">
          {actions}
          <Button variant="filled" onClick={onClose}>
            {done}
          </Button>
        </footer>
      </div>
    </dialog>
  );
};
