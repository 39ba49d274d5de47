import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Whether the focused control disappeared: the next Tab key would start at the top of the page. */
const isLost = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.matches(":disabled");

/**
 * If a change of `change` removes the focused control, moves the focus to the first control inside the box, or to the
 * box.
 */
export const useFocusFallback = (change: string): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(change);
  useEffect(() => {
    if (before.current === change) return;
    before.current = change;
    if (!box.current || !isLost(document.activeElement)) return;
    const control = box.current.querySelector<HTMLElement>("input, textarea, button, a[href]");
    (control ?? box.current).focus({ preventScroll: true });
  }, [change]);
  return box;
};

/** The opener of the panel or menu around an element, or the element itself: a panel closes when it loses the focus. */
const findLasting = (element: Element | null): Element | null => {
  const panel = element?.closest("[role=menu], [role=dialog]:has([data-panel])");
  return panel ? document.querySelector(`[aria-controls="${panel.id}"]`) : element;
};

/** Returns the focus, when a dialog closes, to the element that had it when the dialog opened. */
export const useOpener = (): void => {
  // Before the page is painted without the dialog, so that the code that closes it can move the focus afterwards.
  useLayoutEffect(() => {
    const opener = findLasting(document.activeElement);
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
};

/** The last one: a wide dialog marks its title, and its content may mark a control. */
const marked = (box: HTMLElement) =>
  [...box.querySelectorAll<HTMLElement>("[data-autofocus]")].at(-1) ?? null;

/**
 * Moves the focus before the next key can be pressed. The focus trap does so later, with timers, and looks for
 * `data-autofocus`. The attribute follows the focus, so that the trap does not move it back.
 */
export const useFirstFocus = (
  firstIn: (box: HTMLElement) => HTMLElement | null = marked,
): RefObject<HTMLDivElement | null> => {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = body.current?.closest<HTMLElement>("[role=dialog], [role=menu]");
    if (!box) return undefined;
    const follow = ({ target }: FocusEvent) => {
      for (const one of box.querySelectorAll("[data-autofocus]"))
        one.removeAttribute("data-autofocus");
      if (target instanceof Element) target.setAttribute("data-autofocus", "true");
    };
    box.addEventListener("focusin", follow);
    firstIn(box)?.focus({ preventScroll: true });
    return () => box.removeEventListener("focusin", follow);
  }, [firstIn]);
  return body;
};
