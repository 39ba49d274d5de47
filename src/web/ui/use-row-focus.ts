import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";

/** Which row of a virtual table something stands in. */
export const rowIndexOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row ? Number(row.dataset["index"]) : undefined;
};

const linkIn = (body: HTMLElement | null, index: number): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row-link]`) ?? null;

/** Focus follows a row that may not be there yet: it is scrolled to, comes, and then takes the focus. */
export const useRowFocus = (
  body: RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
  count: number,
) => {
  const [active, setActive] = useState<number>();
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    // A row that is read anew has no link for a moment; whoever stood on it stays there.
    const at = document.activeElement ? rowIndexOf(document.activeElement) : undefined;
    if (wanted.current === undefined || at === wanted.current) return;
    linkIn(body.current, wanted.current)?.focus({ preventScroll: true });
  });
  const onFocus = (event: FocusEvent) => {
    wanted.current = rowIndexOf(event.target);
    setActive(wanted.current);
  };
  // Told when the focus goes elsewhere, but not when what has it is taken away.
  const onBlur = () => {
    wanted.current = undefined;
  };
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index));
    wanted.current = to;
    setActive(to);
    scrollTo(to);
    linkIn(body.current, to)?.focus({ preventScroll: true });
  };
  return { active, setActive, goTo, events: { onFocus, onBlur } };
};
