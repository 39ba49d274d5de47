import { useEffect } from "react";
import { createValueStore, useValue } from "./value-store.ts";

export const schemes = ["light", "dark", "auto"] as const;
/** The color scheme; `auto` follows the system. */
export type Scheme = (typeof schemes)[number];

// `public/boot.js` reads the same key and writes the same attribute, before the first paint.
const key = "supercargo.scheme";
const systemDark = matchMedia("(prefers-color-scheme: dark)");

const read = (): Scheme => {
  try {
    return schemes.find((scheme) => scheme === localStorage.getItem(key)) ?? "auto";
  } catch {
    return "auto";
  }
};

const keep = (scheme: Scheme): void => {
  try {
    localStorage.setItem(key, scheme);
  } catch {
    return;
  }
};

const apply = (scheme: Scheme): void => {
  const dark = scheme === "auto" ? systemDark.matches : scheme === "dark";
  const { dataset } = document.documentElement;
  // Mantine's style sheets use their own attribute.
  dataset["scheme"] = dataset["mantineColorScheme"] = dark ? "dark" : "light";
};

/** Whether the console is currently dark. */
export const isDark = (): boolean => document.documentElement.dataset["scheme"] === "dark";

const chosen = createValueStore(read());

/** Selects a scheme and stores it in this browser. */
export const chooseScheme = (scheme: Scheme): void => {
  keep(scheme);
  chosen.set(scheme);
};

/** The selected scheme; follows changes in other tabs and of the system. */
export const useScheme = (): Scheme => {
  const scheme = useValue(chosen);
  useEffect(() => {
    apply(scheme);
    const follow = () => apply(scheme);
    const hear = (event: StorageEvent) => event.key === key && chosen.set(read());
    systemDark.addEventListener("change", follow);
    addEventListener("storage", hear);
    return () => {
      systemDark.removeEventListener("change", follow);
      removeEventListener("storage", hear);
    };
  }, [scheme]);
  return scheme;
};
