import { useSyncExternalStore } from "react";
import { phoneQuery, type Settings, settings } from "./settings.ts";

export const schemes = ["light", "dark", "auto"] as const satisfies Settings["scheme"][];

const systemDark = matchMedia("(prefers-color-scheme: dark)");

// `public/boot.js` writes the same attributes before the first paint.
const apply = (): void => {
  const { scheme, density } = settings.get();
  const dark = scheme === "auto" ? systemDark.matches : scheme === "dark";
  const { dataset } = document.documentElement;
  // Mantine's style sheets use their own attribute.
  dataset["scheme"] = dataset["mantineColorScheme"] = dark ? "dark" : "light";
  dataset["density"] = density;
};

settings.subscribe(apply);
systemDark.addEventListener("change", apply);

/** Whether the console is currently dark. */
export const isDark = (): boolean => document.documentElement.dataset["scheme"] === "dark";

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
