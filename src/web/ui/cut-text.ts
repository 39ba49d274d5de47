import type { PointerEvent } from "react";

const cellOf = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>("[role=gridcell]");

const isCut = ({ clientWidth, scrollWidth }: Element): boolean =>
  clientWidth > 0 && scrollWidth > clientWidth;

/** Shows the full text of a cut-off cell to a pointer; measured on hover, not for every cell that is drawn. */
export const tellCutText = ({ target }: PointerEvent): void => {
  const cell = cellOf(target);
  if (cell === null || cell.querySelector("input, [title]") !== null) return;
  if (isCut(cell) || [...cell.children].some(isCut)) cell.title = cell.innerText;
};

/** Row elements may be reused for other rows, so the title is removed again. */
export const untellCutText = ({ target }: PointerEvent): void => {
  cellOf(target)?.removeAttribute("title");
};
