import { useSyncExternalStore } from "react";

/** A media query that components follow; made once, outside of them. */
export interface MediaQuery {
  readonly fits: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
}

/** A media query to be followed. */
export const mediaQuery = (query: string): MediaQuery => {
  const media = matchMedia(query);
  return {
    fits: () => media.matches,
    subscribe: (changed) => {
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
  };
};

/** A window as wide as a phone: rows are cards, and filters are in a sheet. */
export const phone = mediaQuery("(max-width: 47.99rem)");

/** Whether a media query fits, now and whenever that changes. */
export const useMedia = ({ subscribe, fits }: MediaQuery): boolean =>
  useSyncExternalStore(subscribe, fits);
