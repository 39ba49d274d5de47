import { findDay, findDayStart } from "#web/base/wall-clock.ts";

/** The start of the day in a time zone, as the API's filters take it. */
export const startOfDay = (now: number, timeZone: string): string =>
  new Date(findDayStart(findDay(now, timeZone), timeZone)).toISOString();
