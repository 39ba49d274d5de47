import { useSyncExternalStore } from "react";
import { phoneQuery } from "./phone-query.ts";

/** A media query that components subscribe to; created once, outside of components. */
export interface MediaQuery {
  readonly matches: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
}

/** Creates a media query. */
export const createMediaQuery = (query: string): MediaQuery => {
  const media = matchMedia(query);
  return {
    matches: () => media.matches,
    subscribe: (changed) => {
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
  };
};

/** Matches a window as narrow as a phone. */
export const phone = createMediaQuery(phoneQuery);

/** Matches while a page is printed. */
export const paper = createMediaQuery("print");

/** Whether a media query matches; renders again when that changes. */
export const useMedia = ({ subscribe, matches }: MediaQuery): boolean =>
  useSyncExternalStore(subscribe, matches);
