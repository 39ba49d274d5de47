import { type RefObject, useLayoutEffect, useRef } from "react";

const told = (box: HTMLElement) => box.querySelector<HTMLElement>("[data-autofocus]");

/**
 * Takes the focus before the next key can be pressed. The focus trap does so later, by timers, and looks for
 * `data-autofocus`: which goes with the focus, so that a key pressed meanwhile is not taken back.
 */
export const useFirstFocus = (
  firstIn: (box: HTMLElement) => HTMLElement | null = told,
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
    firstIn(box)?.focus({ preventScroll: true });
    box.addEventListener("focusin", follow);
    return () => box.removeEventListener("focusin", follow);
  }, [firstIn]);
  return body;
};
