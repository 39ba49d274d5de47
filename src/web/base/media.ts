import { useSyncExternalStore } from "react";
import { phoneQuery } from "./settings.ts";

/** A media query that components subscribe to; created once, outside of components. */
export interface MediaQuery {
  readonly matches: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
}

/** Creates a media query, which is evaluated from its first use on. */
export const createMediaQuery = (query: string): MediaQuery => {
  let list: MediaQueryList | undefined;
  const evaluate = () => (list ??= matchMedia(query));
  return {
    matches: () => evaluate().matches,
    subscribe: (changed) => {
      evaluate().addEventListener("change", changed);
      return () => evaluate().removeEventListener("change", changed);
    },
  };
};

/** Matches a window as narrow as a phone. */
export const phone = createMediaQuery(phoneQuery);

/** Matches a window with room for few columns, and one with room for many. */
export const tablet = createMediaQuery("(min-width: 48rem) and (max-width: 63.99rem)");
export const veryWide = createMediaQuery("(min-width: 110rem)");

/** Matches while a page is printed. */
export const paper = createMediaQuery("print");

/** Whether a media query matches; renders again when that changes. */
export const useMedia = ({ subscribe, matches }: MediaQuery): boolean =>
  useSyncExternalStore(subscribe, matches);
