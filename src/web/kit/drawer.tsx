import "./drawer.css";
import { Button, CloseButton, Drawer as MantineDrawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useBackCloses } from "#web/base/use-back-closes.ts";
import { phone, useMedia } from "#web/base/use-media.ts";
import { useOpener } from "#web/base/use-opener.ts";

interface DrawerProps {
  title: string;
  /** Announced to screen readers when it changes. */
  note?: ReactNode;
  children: ReactNode;
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
  const { title, note, children, actions, done, night = false } = props;
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
      classNames={{ content: "drawer" }}
      position={below ? "bottom" : "right"}
      size={below ? "88dvh" : night ? "min(19rem, 88vw)" : "22rem"}
      onClose={onClose}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content data-night={night || undefined} data-below={below}>
        <header className="drawer__head">
          <MantineDrawer.Title className="drawer__title">{title}</MantineDrawer.Title>
          <span role="status">{note}</span>
          <CloseButton onClick={onClose} />
        </header>
        <div className="drawer__body">{children}</div>
        {done !== undefined && (
          <footer className="drawer__foot">
            {actions}
            <Button flex={1} variant="filled" onClick={onClose}>
              {done}
            </Button>
          </footer>
        )}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
};
