import { readTime } from "#contract/read-time.ts";
import { pageState } from "./page-state.ts";
import { settings } from "./settings.ts";

let compare: Intl.Collator["compare"] | undefined;

// A collator takes a phone 30 ms, and few screens sort.
const createCompare = (): Intl.Collator["compare"] =>
  new Intl.Collator([...(globalThis.navigator?.languages ?? ["en"])], { numeric: true }).compare;

/** Compares two texts in the order of the person's language, with numbers by value: R-9 before R-10. */
export const compareTexts = (a: string, b: string): number => (compare ??= createCompare())(a, b);

/** Capitalizes the first letter of a text. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Writes a name of several words with one capital: "Partially Approved" as "Partially approved"; "PO" and "FFL" stay. */
export const sentenceCase = (text: string): string =>
  text.replaceAll(/(?<=\S\s+)\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** Writes a label inside a sentence: "Credit total" as "credit total"; "RMA" and "ID" keep their capitals. */
export const inSentence = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

const languages = globalThis.navigator?.languages ?? [];

/** The person's variant of English, if any: the console is in English; dates and numbers follow the person's region. */
const english = languages.find((language) => language.startsWith("en"));

/** The formats for the selected time zone and date format, otherwise for those of the browser. */
const createFormats = () => {
  const { locale: chosen, timeZone } = settings.get();
  const isIso = chosen === "iso";
  const known = isIso ? "en" : chosen || english;
  // Otherwise amounts are written as they are typed, with a decimal point, and dates follow the region: 22 Nov 2026,
  // 14:30.
  const locale = known ?? "en";
  // Amounts are typed with a decimal point, so they are shown with one in every language.
  const numbers = (1.5).toLocaleString(locale).includes(".") ? locale : "en";
  // Swedish dates are ISO 8601's.
  const dates = isIso
    ? "sv"
    : (known ?? `en-${new Intl.Locale(languages[0] ?? "en").maximize().region}`);
  const dateStyle = isIso ? "short" : "medium";
  const zone = timeZone ? { timeZone } : {};
  const ofTime = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dates, { ...options, ...zone });
  const { currency } = pageState;
  const ofAmount = (
    minimumFractionDigits: number,
    maximumFractionDigits: number,
    style: Intl.NumberFormatOptions = {},
  ) =>
    new Intl.NumberFormat(numbers, {
      minimumFractionDigits,
      maximumFractionDigits,
      // No minus before an amount that rounds to zero.
      signDisplay: "negative",
      ...style,
    });
  const money = currency ? ({ style: "currency", currency } as const) : {};
  return {
    decimals: ofAmount(2, 2, money),
    fine: ofAmount(2, 6, money),
    whole: ofAmount(0, 6),
    full: ofTime({ dateStyle, timeStyle: "short" }),
    exact: ofTime({ dateStyle, timeStyle: "medium" }),
    day: ofTime({ dateStyle }),
    dayOfYear: ofTime({ month: isIso ? "2-digit" : "short", day: isIso ? "2-digit" : "numeric" }),
    clock: ofTime({ timeStyle: "short" }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
  };
};
let formats: ReturnType<typeof createFormats> | undefined;

/** Returns the formats, created with their first use: a browser takes 15 ms for it, and a phone 60. */
export const getFormats = (): ReturnType<typeof createFormats> => (formats ??= createFormats());
settings.subscribe(() => (formats = undefined));

/** Caches formatted values: tables format the same values repeatedly, and the platform's formatting is slow. */
const memoize = (write: (value: number) => string): ((value: number) => string) => {
  const known = new Map<number, string>();
  settings.subscribe(() => known.clear());
  return (value) => {
    const text = known.get(value) ?? write(value);
    if (known.size > 5_000) known.clear();
    known.set(value, text);
    return text;
  };
};
const writeMoney = memoize((amount) => getFormats().decimals.format(amount));
// "AM" isn't alone on a line.
const writeTime = memoize((time) =>
  getFormats()
    .full.format(time)
    .replace(/ (?=[ap]m$)/i, "\u00a0"),
);

/** The placeholder for a missing value. */
export const nothing = "–";

/**
 * Formats money in the account's currency, which the API does not name: two decimals, or more if the amount has more.
 */
export const formatMoney = (amount: number | null | undefined): string => {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return nothing;
  return Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6
    ? writeMoney(amount)
    : getFormats().fine.format(amount);
};

/** Formats a count or a measure with its unit. */
export const formatQuantity = (amount: number | null | undefined, unit?: string | null): string => {
  if (amount === null || amount === undefined) return nothing;
  return unit ? `${getFormats().whole.format(amount)} ${unit}` : getFormats().whole.format(amount);
};

const parseMoment = (at: string | number | null | undefined): number =>
  typeof at === "number" ? new Date(at).getTime() : readTime(at);

/** Formats a date with time; returns an invalid date unchanged. */
export const formatDateTime = (at: string | number | null | undefined): string => {
  const time = parseMoment(at);
  return Number.isNaN(time) ? String(at ?? nothing) : writeTime(time);
};

/** Formats a date with time and seconds, for comparing moments. */
export const formatToSecond = (at: string | null | undefined): string => {
  const time = parseMoment(at);
  return Number.isNaN(time) ? String(at ?? nothing) : getFormats().exact.format(time);
};

/** Formats a date without time. */
export const formatDate = (at: string | null | undefined): string => {
  const time = parseMoment(at);
  return Number.isNaN(time) ? String(at ?? nothing) : getFormats().day.format(time);
};

/** Formats a time of day. */
export const formatTimeOfDay = (at: number): string => getFormats().clock.format(at);

/**
 * The units with the number of seconds from which each is used, and their length. Years and months are used from two on,
 * because one is described precisely by the smaller unit.
 */
const steps: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["year", 63_115_200, 31_557_600],
  ["month", 5_259_600, 2_629_800],
  ["day", 86_400, 86_400],
  ["hour", 3_600, 3_600],
  ["minute", 60, 60],
];

/** Formats the time since a moment in a suitable unit: "3 days ago". */
export const formatAge = (at: string | number | null | undefined, now: number): string => {
  const time = parseMoment(at);
  if (Number.isNaN(time)) return String(at ?? nothing);
  const seconds = (time - now) / 1000;
  const [unit, , size] = steps.find(([, from]) => Math.abs(seconds) >= from) ?? ["second", 0, 1];
  return unit === "second" ? "just now" : getFormats().ago.format(Math.trunc(seconds / size), unit);
};

/** Formats a count with its noun: "1 line", "2 lines". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${getFormats().whole.format(count)} ${count === 1 ? one : many}`;

/** Formats a duration in words: "15 seconds", "9 minutes". */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 90) return formatCount(whole, "second");
  const minutes = Math.ceil(whole / 60);
  if (minutes < 90) return formatCount(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0
    ? formatCount(hours, "hour")
    : `${formatCount(hours, "hour")} ${formatCount(minutes % 60, "minute")}`;
};
