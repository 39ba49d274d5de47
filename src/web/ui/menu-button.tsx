import "./menu-button.css";
import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { OpenerButton } from "./opener-button.tsx";
import { Panel } from "./panel.tsx";

interface MenuButtonProps {
  /** When left out, only the icon is shown and the title is its accessible name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
  /** `Menu.Item` and `MenuLink`. */
  children: ReactNode;
}

/** A button that opens a list of commands: arrow keys move through them, letters find them. */
export const MenuButton = ({ label, icon, title, children }: MenuButtonProps) => {
  const [opened, setOpened] = useState(false);
  return (
    <Menu
      opened={opened}
      position="bottom-end"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      onChange={setOpened}
    >
      <Menu.Target>
        <OpenerButton label={label} icon={icon} title={title} />
      </Menu.Target>
      <Menu.Dropdown className="menu">
        <Panel onClose={() => setOpened(false)}>{children}</Panel>
      </Menu.Dropdown>
    </Menu>
  );
};

type AnchorProps = MenuItemProps & Omit<ComponentPropsWithRef<"a">, keyof MenuItemProps>;

const MenuAnchor = (props: AnchorProps) => <Menu.Item component="a" {...props} />;

/** A command that opens another screen; the compiler checks its address as it does for a Link. */
export const MenuLink = createLink(MenuAnchor);
