import { type RefObject, useEffect, useRef } from "react";

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
