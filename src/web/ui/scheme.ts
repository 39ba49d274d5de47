import { useEffect, useState } from "react";

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

/** The selected scheme, stored in this browser; follows changes in other tabs and of the system. */
export const useScheme = (): [Scheme, (scheme: Scheme) => void] => {
  const [scheme, setScheme] = useState(read);
  useEffect(() => {
    apply(scheme);
    const follow = () => apply(scheme);
    const hear = (event: StorageEvent) => event.key === key && setScheme(read());
    systemDark.addEventListener("change", follow);
    addEventListener("storage", hear);
    return () => {
      systemDark.removeEventListener("change", follow);
      removeEventListener("storage", hear);
    };
  }, [scheme]);
  const choose = (next: Scheme) => {
    keep(next);
    setScheme(next);
  };
  return [scheme, choose];
};
