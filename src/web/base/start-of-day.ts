import { readTime } from "#contract/read-time.ts";
import { settings } from "./settings.ts";
import { findDay, findDayStart, findNoon } from "./wall-clock.ts";

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
