import { type RefObject, useEffect, useRef } from "react";

/** Whether the focus went with its control: a browser then begins at the top of the page with the next key. */
const isLost = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.matches(":disabled");

/** Where `change` takes the focused control away, the focus goes on to the first control inside, or to the box itself. */
export const useFocusKept = (change: string): RefObject<HTMLDivElement | null> => {
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
