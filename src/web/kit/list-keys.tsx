import { useEffect } from "react";
import { isTyping, pressedKey, singleKeysOn } from "#web/base/keys.ts";

/** The targets of a list's keys. Create it once: the listener is registered again if it changes. */
export interface ListTargets {
  /** The selector of the rows' container; inside it the rows handle j. */
  readonly rows: string;
  /** Moves the focus; false if there is no target. */
  readonly toFirstRow: () => boolean;
  readonly toSearch: () => boolean;
}

/** Focuses an element; false if there is none. */
export const focusElement = (element: HTMLElement | null | undefined): boolean => {
  element?.focus();
  return Boolean(element);
};

const isSearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "search";

/**
 * Handles `/` (focuses the search) and j (focuses the rows) anywhere on the screen except in fields and dialogs; in the
 * search, the down arrow focuses the rows.
 */
export const useListKeys = ({ rows, toFirstRow, toSearch }: ListTargets): void => {
  // Not with the list: its rows come first.
  useEffect(() => {
    import("./watch-keys.ts").then(
      ({ watchKeys }) => watchKeys(),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isSearch(event.target) && event.key === "ArrowDown") {
        if (toFirstRow()) event.preventDefault();
        return;
      }
      if (isTyping(event.target) || !singleKeysOn() || document.querySelector("[aria-modal=true]"))
        return;
      const inRows = event.target instanceof Element && event.target.closest(rows);
      const key = pressedKey(event);
      const go = key === "/" ? toSearch : key === "j" && !inRows ? toFirstRow : null;
      if (go?.()) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [rows, toFirstRow, toSearch]);
};
