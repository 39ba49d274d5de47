import type { RefObject } from "react";

/** Keys and dragging over the rows of an editor. */
export const useRuleMoves = (_root: RefObject<HTMLElement | null>): void => undefined;
