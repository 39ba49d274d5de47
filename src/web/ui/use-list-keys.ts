import { useEffect } from "react";
import { singleKeysOn } from "./single-keys.ts";

/** What letters are written into or choose in; a box to tick takes none. */
const fields = "input:not([type='checkbox'], [type='radio']), textarea, select";

/** Whether letters go into what has the focus. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fields));

/** Where the keys of a list lead. Made once: the listener stays for as long as these do. */
export interface ListPlaces {
  /** What the rows stand in; there j belongs to the rows themselves. */
  readonly rows: string;
  /** Puts the focus there; false where there is nothing to put it on. */
  readonly toFirstRow: () => boolean;
  readonly toSearch: () => boolean;
}

/** Puts the focus on an element; false where there is none. */
export const reach = (element: HTMLElement | null | undefined): boolean => {
  element?.focus();
  return Boolean(element);
};

const isSearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "search";

/**
 * `/` goes to the search and j into the rows, from anywhere on the screen but a field or a dialog; from the search, the
 * down arrow goes into the rows.
 */
export const useListKeys = ({ rows, toFirstRow, toSearch }: ListPlaces): void => {
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
      const go = event.key === "/" ? toSearch : event.key === "j" && !inRows ? toFirstRow : null;
      if (go?.()) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [rows, toFirstRow, toSearch]);
};
