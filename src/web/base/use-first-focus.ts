import { type RefObject, useLayoutEffect, useRef } from "react";

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
