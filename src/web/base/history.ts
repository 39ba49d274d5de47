import { type RouterHistory, useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** What is open over the screen, the topmost last. */
const open: symbol[] = [];

/** Whether the browser's Back closes something instead of leaving the screen. */
export const doesBackClose = (): boolean => open.length > 0;

/**
 * The browser's Back closes what is open over the screen, the topmost first, and stays on the screen: the address keeps
 * what was selected there, such as filters.
 */
export const useBackCloses = (onClose: () => void): void => {
  const [own] = useState(() => Symbol("open"));
  useEffect(() => {
    open.push(own);
    return () => void open.splice(open.indexOf(own), 1);
  }, [own]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== "BACK" || open.at(-1) !== own) return false;
      // The browser goes forward again. What closing writes to the address before that would be lost.
      addEventListener("popstate", () => onClose(), { once: true });
      return true;
    },
    enableBeforeUnload: false,
  });
};

let openedBy: "load" | "link" | "history" = "load";

/** Whether no screen was shown since the page was loaded. */
export const isFirstLoad = (): boolean => openedBy === "load";

export const endFirstLoad = (): void => {
  if (isFirstLoad()) openedBy = "link";
};

/**
 * Whether the browser's Back or Forward opened the current screen. Its scroll position is then restored, which needs all
 * of its content in the first drawing.
 */
export const isHistoryMove = (): boolean => openedBy === "history";

/** Records how each screen is opened. */
export const watchHistory = (history: RouterHistory): void => {
  history.subscribe(({ action }) => {
    if (action.type === "PUSH") openedBy = "link";
    else if (action.type !== "REPLACE") openedBy = "history";
    else if (openedBy === "history") openedBy = "link";
  });
};
