import type { PointerEvent } from "react";

const cellOf = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>("[role=gridcell]");

const isCut = ({ clientWidth, scrollWidth }: Element): boolean =>
  clientWidth > 0 && scrollWidth > clientWidth;

/** A cell whose text is cut off tells it in full to a pointer: asked when one comes, not of every cell that is drawn. */
export const tellCutText = ({ target }: PointerEvent): void => {
  const cell = cellOf(target);
  if (cell === null || cell.querySelector("input, [title]") !== null) return;
  if (isCut(cell) || [...cell.children].some(isCut)) cell.title = cell.innerText;
};

/** Elements of rows may be taken over by other rows, so nothing told stays on them. */
export const untellCutText = ({ target }: PointerEvent): void => {
  cellOf(target)?.removeAttribute("title");
};
