import "./drawer.css";
import { Button, CloseButton, Drawer as MantineDrawer } from "@mantine/core";
import type { ReactNode } from "react";
import { phone, useMedia } from "./use-media.ts";
import { useOpener } from "./use-opener.ts";

interface DrawerProps {
  title: string;
  /** Told to whoever cannot see it change, too. */
  note?: ReactNode;
  children: ReactNode;
  /** Beside the button that closes it. */
  actions?: ReactNode;
  /** What the button that closes it says; left out, the sign at the top is enough. */
  done?: string;
  /** The way to other screens is night in both schemes, and stands at the side on a phone too. */
  night?: boolean;
  onClose: () => void;
}

/** What has no room beside the screen: at a window's side, on a phone from below. Rendered while it is open; Escape closes it. */
export const Drawer = (props: DrawerProps) => {
  const { title, note, children, actions, done, night = false, onClose } = props;
  const below = useMedia(phone) && !night;
  useOpener();
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
