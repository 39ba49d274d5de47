import "./menu-button.css";
import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { OpenerButton } from "./opener-button.tsx";
import { PanelAnchor } from "./panel-anchor.tsx";
import { Panel } from "./panel.tsx";
import { usePanelOpener } from "./use-panel-opener.ts";

interface MenuButtonProps {
  /** When left out, only the icon is shown and the title is its accessible name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
  /** `Menu.Item` and `MenuLink`. */
  children: ReactNode;
}

interface MenuPanelProps {
  /** The button that opened it. */
  opener: HTMLElement;
  /** The id of the button, which names the menu. */
  id: string;
  onClose: () => void;
  /** `Menu.Item` and `MenuLink`. */
  children: ReactNode;
}

/** An open list of commands: arrow keys move through them, letters find them. */
export const MenuPanel = ({ opener, id, onClose, children }: MenuPanelProps) => (
  <Menu
    opened
    id={id}
    position="bottom-end"
    returnFocus={false}
    withInitialFocusPlaceholder={false}
    onChange={(opened) => !opened && onClose()}
  >
    <Menu.Target>
      <PanelAnchor opener={opener} />
    </Menu.Target>
    <Menu.Dropdown className="menu">
      <Panel onClose={onClose}>{children}</Panel>
    </Menu.Dropdown>
  </Menu>
);

const isLoaded = () => Promise.resolve();

/** A button that opens a list of commands. */
export const MenuButton = ({ label, icon, title, children }: MenuButtonProps) => {
  const { button, panel } = usePanelOpener("menu", isLoaded);
  return (
    <>
      <OpenerButton label={label} icon={icon} title={title} {...button} />
      {panel && (
        <MenuPanel opener={panel.opener} id={panel.id} onClose={panel.onClose}>
          {children}
        </MenuPanel>
      )}
    </>
  );
};

type AnchorProps = MenuItemProps & Omit<ComponentPropsWithRef<"a">, keyof MenuItemProps>;

const MenuAnchor = (props: AnchorProps) => <Menu.Item component="a" {...props} />;

/** A command that opens another screen; the compiler checks its address as it does for a Link. */
export const MenuLink = createLink(MenuAnchor);
