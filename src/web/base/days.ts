import { readTime } from "#contract/read-time.ts";
import { settings } from "./settings.ts";
import { findDay, findDayStart, findNoon, findZoneShift } from "#contract/wall-clock.ts";

const dayMs = 86_400_000;

/** The start of a filter's day in the time zone of the settings, as the API takes it; other texts are returned unchanged. */
export const startOfDay = (day: string | undefined): string | undefined => {
  const at = findDayStart(day ?? "", settings.get().timeZone);
  return Number.isNaN(at) ? day : new Date(at).toISOString();
};

/** The day that a date filter shows: other screens link to a moment, which is on one of the person's own days. */
export const findFilterDay = (value: string): string => {
  const at = value.includes("T") ? readTime(value) : Number.NaN;
  return Number.isNaN(at) ? value.slice(0, 10) : findDay(at, settings.get().timeZone);
};

/** The day (YYYY-MM-DD) so many days ago, in the time zone of the settings; 0 is today. */
export const findPastDay = (days: number, now = Date.now()): string => {
  const noon = findNoon(findDay(now, settings.get().timeZone), "UTC");
  return findDay(noon - days * dayMs, "UTC");
};

/** The limits of a filter that the API doesn't have: days (YYYY-MM-DD) or moments, as an address has them. */
export interface DateRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const parse = (day: string | undefined): number => readTime(startOfDay(day));

/**
 * Whether a moment is within a range. As for the API, one without a valid date is in no range. A limit that is no date has
 * no effect.
 */
export const isWithin = (at: string | null | undefined, { after, before }: DateRange): boolean => {
  const time = readTime(at);
  const from = parse(after);
  const to = parse(before);
  return (Number.isNaN(from) || time > from) && (Number.isNaN(to) || time < to);
};

/** The day of a time for a file name, in the time zone of the settings: 2026-11-22. */
export const formatFileDay = (at = Date.now()): string => findDay(at, settings.get().timeZone);

/** The day and minute of a time for a file name, in the time zone of the settings: 2026-11-22-14-30. */
export const formatFileMinute = (at: number): string =>
  new Date(at + findZoneShift(at, settings.get().timeZone))
    .toISOString()
    .slice(0, 16)
    .replace(/\D/g, "-");

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const patterns = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:T.*)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{1,2})\.? +(?<month>[a-z]{3})[a-z]*\.?,? +(?<year>\d{4})$/i,
  /^(?<month>[a-z]{3})[a-z]*\.? +(?<day>\d{1,2}),? +(?<year>\d{4})$/i,
] as const;

const parseMonth = (text: string): number =>
  /^\d/.test(text) ? Number(text) : months.indexOf(text.toLowerCase()) + 1;

/**
 * Parses a day to the form 2026-11-22: written like that, without separators, or as the console shows days (22 Nov
 * 2026, Nov 22, 2026). Undefined for anything else: 3/4/2026 differs between countries, so it is rejected.
 */
export const parseDay = (text: string): string | undefined => {
  for (const pattern of patterns) {
    const parts = pattern.exec(text.trim())?.groups;
    if (!parts) continue;
    const [year, month, day] = [
      Number(parts["year"]),
      parseMonth(parts["month"] ?? ""),
      Number(parts["day"]),
    ];
    const at = new Date(Date.UTC(year, month - 1, day));
    // The 31st of a month with 30 days would become the first of the next month.
    if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined;
    return at.toISOString().slice(0, 10);
  }
  return undefined;
};
