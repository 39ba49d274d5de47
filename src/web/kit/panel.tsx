import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useFirstFocus } from "#web/base/use-first-focus.ts";

interface PanelProps {
  onClose: () => void;
  children: ReactNode;
}

const controls =
  "[data-menu-item]:not(:disabled), a[href], :is(button, input, select, textarea):not(:disabled)";

const firstControl = (box: HTMLElement) => box.querySelector<HTMLElement>(controls) ?? box;

/** The content of a popover or menu: takes the focus and gives it back to its opener, even when a dialog takes over. */
export const Panel = ({ onClose, children }: PanelProps) => {
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
