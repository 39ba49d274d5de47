import type { RouterHistory } from "@tanstack/react-router";

let moved = false;

/**
 * Whether the browser's Back or Forward opened the current screen. Its scroll position is then restored, which needs all
 * of its content in the first drawing.
 */
export const isHistoryMove = (): boolean => moved;

/** Records how each screen is opened. */
export const watchHistory = (history: RouterHistory): void => {
  history.subscribe(({ action }) => {
    moved = action.type !== "PUSH" && action.type !== "REPLACE";
  });
};
