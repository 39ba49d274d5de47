import { useBlocker } from "@tanstack/react-router";
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
