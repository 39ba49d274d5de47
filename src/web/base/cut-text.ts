import type { PointerEvent } from "react";

const findCell = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>("[role=gridcell]");

const isCut = ({ clientWidth, scrollWidth }: Element): boolean =>
  clientWidth > 0 && scrollWidth > clientWidth;

/** Shows the full text of a truncated cell on hover; measured on hover only, not for every rendered cell. */
export const showCutText = ({ target }: PointerEvent): void => {
  const cell = findCell(target);
  if (cell === null || cell.querySelector("input, [title]") !== null) return;
  if (isCut(cell) || [...cell.children].some(isCut)) cell.title = cell.innerText;
};

/** Removes the title again, because row elements may be reused for other rows. */
export const hideCutText = ({ target }: PointerEvent): void => {
  findCell(target)?.removeAttribute("title");
};
