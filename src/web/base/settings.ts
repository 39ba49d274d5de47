import { createValueStore, useValue } from "./value-store.ts";

/** A window as narrow as a phone: rows are cards, and filters are in a sheet. `public/boot.js` has the same query. */
export const phoneQuery = "(max-width: 47.99rem)";

// `public/boot.js` reads the same key before the first paint.
const key = "supercargo.settings";

/** A check that accepts the listed values; the first is the default. */
const createChoiceCheck =
  <const T extends string>(...values: readonly [T, ...T[]]) =>
  (value: unknown): T =>
    values.find((one) => one === value) ?? values[0];

/** A check that accepts what the browser's formatting knows; the default, "", follows the browser. */
const knownAs =
  (name: "timeZone" | "locale") =>
  (value: unknown): string => {
    // The shell runs this before anything is drawn, and the first format of a page takes a phone a tenth of a second.
    if (typeof value !== "string" || value === "") return "";
    try {
      const { locale = "en", ...options } = { [name]: value };
      new Intl.DateTimeFormat(locale, options);
      return value;
    } catch {
      return "";
    }
  };

const isPhone = globalThis.matchMedia?.(phoneQuery).matches ?? false;

/** The check of each setting: returns a stored value, or the default where it is missing or damaged. */
const checks = {
  /** `auto` follows the system. */
  scheme: createChoiceCheck("auto", "light", "dark"),
  density: createChoiceCheck("comfortable", "compact"),
  timeZone: knownAs("timeZone"),
  locale: knownAs("locale"),
  /** The rows on a page of a list. On a phone, 50 are long to load and to scroll. */
  pageSize: isPhone ? createChoiceCheck("25", "50") : createChoiceCheck("50", "25"),
  /** Single-letter shortcuts. */
  singleKeys: createChoiceCheck("on", "off"),
  /** The seconds in which a decision of the queue can be taken back before it is sent. */
  undoTime: createChoiceCheck("5", "0", "10"),
  /** The screen that opens at the console's address. */
  start: createChoiceCheck(
    "/",
    "/rmas",
    "/returns",
    "/purchase-orders",
    "/received-orders",
    "/products",
    "/mapping-rules",
    "/mapping-sets",
    "/webhooks",
  ),
};

/** The settings of this browser. */
export type Settings = { readonly [K in keyof typeof checks]: ReturnType<(typeof checks)[K]> };

/** What was chosen, from its stored text; nothing if that is damaged. */
const parseChosen = (text: string | null): Partial<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
};

/** Reads settings from their stored text, each on its own: a damaged one does not affect the others. */
export const parseSettings = (text: string | null): Settings => {
  const stored = parseChosen(text);
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, check(stored[name])]),
  ) as unknown as Settings;
};

const read = (): Settings => {
  try {
    return parseSettings(localStorage.getItem(key));
  } catch {
    return parseSettings(null);
  }
};

/** The settings of this browser. */
export const settings = createValueStore(read());

/**
 * Changes settings, in all tabs; without storage, until the page is loaded again. Only what was chosen is stored, because
 * a default depends on the window.
 */
export const setSettings = (changes: Partial<Settings>): void => {
  settings.set({ ...settings.get(), ...changes });
  try {
    const chosen = { ...parseChosen(localStorage.getItem(key)), ...changes };
    localStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    return;
  }
};

/** Returns all settings to their defaults, in all tabs. */
export const resetSettings = (): void => {
  settings.set(parseSettings(null));
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
};

/** The value of a setting; renders again when it changes, also in another tab. */
export const useSetting = <K extends keyof Settings>(name: K): Settings[K] =>
  useValue(settings)[name];

/** The settings that a screen uses once, for its texts and requests. Screens follow the others by themselves. */
const renderedOnce = ["timeZone", "locale", "pageSize"] as const;

/**
 * Counts the changes of `renderedOnce` in other tabs. The screen is then rendered as a whole, which loses its selection
 * and open panels; the tab with the settings needs that only when another screen opens.
 */
export const settingsHeard = createValueStore(0);

globalThis.addEventListener?.("storage", (event) => {
  if (event.key !== key && event.key !== null) return;
  const before = settings.get();
  const now = read();
  settings.set(now);
  if (renderedOnce.every((name) => now[name] === before[name])) return;
  // An open dialog may show what is shown once.
  if (!document.querySelector("[aria-modal=true]")) settingsHeard.set(settingsHeard.get() + 1);
});
