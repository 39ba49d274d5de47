import { mainScreens } from "#web/base/main-screens.ts";
import type { Settings } from "#web/base/settings.ts";
import type { Choice } from "#web/kit/choices.ts";

type Choices<K extends keyof Settings> = readonly (Choice & { readonly value: Settings[K] })[];

export const schemeChoices: Choices<"scheme"> = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "Auto" },
];

export const densityChoices: Choices<"density"> = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
];

export const pageSizeChoices: Choices<"pageSize"> = [
  { value: "25", label: "25" },
  { value: "50", label: "50" },
];

/** Formats with a decimal point, because amounts are typed with one. */
export const localeChoices: Choices<"locale"> = [
  { value: "", label: "As in this browser" },
  { value: "en-US", label: "United States" },
  { value: "en-GB", label: "United Kingdom" },
  { value: "en-CA", label: "Canada" },
  { value: "en-AU", label: "Australia" },
  { value: "en-IN", label: "India" },
  { value: "iso", label: "ISO 8601 (2026-11-22)" },
];

/** The browser's time zone. */
const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Browsers keep names that cities no longer have. */
const renamed: Readonly<Record<string, string>> = {
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho Chi Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

/** All time zones that the browser knows, its own first. */
export const timeZoneChoices = (): readonly Choice[] => [
  { value: "", label: `As in this browser (${ownTimeZone()})` },
  ...[...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => ({
    value: zone,
    label: renamed[zone] ?? zone.replaceAll("_", " "),
  })),
];

const noStarts = new Set(["/connection", "/audit", "/settings"]);

/** Every main screen with records that staff work on; `base/settings.ts` accepts the same. */
export const startChoices: readonly Choice[] = mainScreens
  .flatMap(({ links }): { to: string; label: string }[] => [...links])
  .filter(({ to }) => !noStarts.has(to))
  .map(({ to, label }) => ({ value: to, label }));
