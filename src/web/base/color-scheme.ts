import { type Settings, settings } from "./settings.ts";

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
