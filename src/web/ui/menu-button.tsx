import "./menu-button.css";
import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { OpenerButton } from "./opener-button.tsx";
import { Panel } from "./panel.tsx";

interface MenuButtonProps {
  /** Left out, the icon stands alone, and the title is its name. */
  label?: ReactNode;
  icon?: ReactNode;
  title: string;
  /** `Menu.Item` and `MenuLink`. */
  children: ReactNode;
}

/** A button with a list of commands below it: arrows walk them, letters find them. */
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

/** A command that leads to another screen; its address is checked as a Link's is. */
export const MenuLink = createLink(MenuAnchor);
