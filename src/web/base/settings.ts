import * as z from "zod/mini";
import { remember } from "./remember.ts";
import { createValueStore, useValue } from "./value-store.ts";

/** A window as narrow as a phone: rows are cards, and filters are in a sheet. `public/boot.js` has the same query. */
export const phoneQuery = "(max-width: 47.99rem)";

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
    "/exceptions",
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

/** The settings of a person. */
export type Settings = { readonly [K in keyof typeof checks]: ReturnType<(typeof checks)[K]> };

type Chosen = Readonly<Record<string, unknown>>;

/**
 * Only what was chosen is stored, because a default depends on the window. `public/boot.js` reads it under the same name
 * before the first paint.
 */
const chosen = remember<Chosen>(
  "settings",
  z._default(z.record(z.string(), z.unknown()), {}),
  "person",
);

/** Checks each on its own: a damaged one does not affect the others. */
const readSettings = (): Settings =>
  Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, check(chosen.get()[name])]),
  ) as unknown as Settings;

/** The settings of this page's person. */
export const settings = createValueStore(readSettings());

/** Changes settings, in all tabs. */
export const setSettings = (changes: Partial<Settings>): boolean =>
  chosen.set({ ...chosen.get(), ...changes });

/** Returns all settings to their defaults, in all tabs. */
export const resetSettings = (): boolean => chosen.set({});

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

chosen.subscribe((from) => {
  const before = settings.get();
  const now = readSettings();
  settings.set(now);
  if (from === "this tab" || renderedOnce.every((name) => now[name] === before[name])) return;
  // An open dialog may show what is shown once.
  if (!document.querySelector("[aria-modal=true]")) settingsHeard.set(settingsHeard.get() + 1);
});
