import { Menu, type MenuItemProps, Popover, Tooltip } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import {
  type ComponentPropsWithRef,
  type FocusEvent,
  type ReactNode,
  type RefCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useFirstFocus } from "#web/base/focus.ts";
import { OpenerButton, type OpenerLook, usePanelOpener } from "./popover-button.tsx";
import "./panels.css";

/** Places a panel or menu at its button, which is rendered elsewhere, because it is shown before their code loads. */
const PanelAnchor = ({ opener, ref }: { opener: HTMLElement; ref?: RefCallback<HTMLElement> }) => {
  useLayoutEffect(() => void ref?.(opener), [opener, ref]);
  return null;
};

const controls =
  "[data-menu-item]:not(:disabled), a[href], :is(button, input, select, textarea):not(:disabled)";

const firstControl = (box: HTMLElement) => box.querySelector<HTMLElement>(controls) ?? box;

/** The content of a popover or menu: takes the focus and gives it back to its opener, even when a dialog takes over. */
export const Panel = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const body = useFirstFocus(firstControl);
  useLayoutEffect(() => {
    const box = body.current?.closest<HTMLElement>("[role=dialog], [role=menu]");
    const opener = document.querySelector<HTMLElement>(`[aria-controls="${box?.id}"]`);
    return () => {
      if (box?.contains(document.activeElement)) opener?.focus({ preventScroll: true });
    };
  }, [body]);
  const focused = useRef<Element>(undefined);
  // A control that is removed, such as the button that removes its own row, would take the focus out of the panel.
  useEffect(() => {
    const box = body.current;
    if (!box) return undefined;
    const observer = new MutationObserver(() => {
      if (focused.current?.isConnected !== false) return;
      focused.current = undefined;
      if (document.activeElement === document.body) firstControl(box).focus();
    });
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [body]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const box = currentTarget.closest("[role=dialog], [role=menu]");
    if (!(relatedTarget instanceof Element) || !box || box.contains(relatedTarget)) return;
    // Its opener closes it already.
    if (relatedTarget.getAttribute("aria-controls") !== box.id) onClose();
  };
  // A dialog below listens for Escape on the window and would handle it first.
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target;
    target.setAttribute("data-mantine-stop-propagation", "true");
  };
  return (
    <div ref={body} role="presentation" data-panel onBlur={onBlur} onFocus={onFocus}>
      {children}
    </div>
  );
};

interface OpenPanelProps {
  /** The button that opened it. */
  opener: HTMLElement;
  /** The id of the button, which names the panel or menu. */
  id: string;
  onClose: () => void;
  /** Of a menu: `Menu.Item` and `MenuLink`. */
  children: ReactNode;
}

/** An open list of commands: arrow keys move through them, letters find them. */
export const MenuPanel = ({ opener, id, onClose, children }: OpenPanelProps) => (
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

const alreadyLoaded = () => Promise.resolve();

/** A button that opens a list of commands. */
export const MenuButton = ({
  children,
  ...look
}: OpenerLook & Pick<OpenPanelProps, "children">) => {
  const { button, panel } = usePanelOpener("menu", alreadyLoaded);
  return (
    <>
      <OpenerButton {...look} {...button} />
      {panel && <MenuPanel {...panel}>{children}</MenuPanel>}
    </>
  );
};

type AnchorProps = MenuItemProps & Omit<ComponentPropsWithRef<"a">, keyof MenuItemProps>;

const MenuAnchor = (props: AnchorProps) => <Menu.Item component="a" {...props} />;

/** A command that opens another screen; the compiler checks its address as it does for a Link. */
export const MenuLink = createLink(MenuAnchor);

/** The open panel of a `PopoverButton`. */
export const PopoverPanel = ({
  opener,
  id,
  nested,
  onClose,
  children,
}: OpenPanelProps & { /** In another panel: rendered inside it. */ nested: boolean }) => (
  <Popover
    trapFocus
    opened
    id={id}
    position="bottom-end"
    floatingStrategy={nested ? "fixed" : "absolute"}
    withinPortal={!nested}
    onChange={(opened) => !opened && onClose()}
  >
    <Popover.Target>
      <PanelAnchor opener={opener} />
    </Popover.Target>
    <Popover.Dropdown className="popover">
      <Panel onClose={onClose}>{children}</Panel>
    </Popover.Dropdown>
  </Popover>
);

/** Shows a reason beside an element. */
export const WhyTooltip = ({ why, target }: { why: string; target: HTMLElement }) => (
  <Tooltip opened target={target} label={why} multiline maw="22rem" />
);
