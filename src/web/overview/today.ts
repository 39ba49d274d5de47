import { findZoneShift, readWallClock } from "#web/ui/wall-clock.ts";

const dayMs = 86_400_000;

/** The start of the day in a time zone, as the API's filters take it. */
export const startOfDay = (now: number, timeZone: string): string => {
  const midnight = Math.floor(readWallClock(now, timeZone) / dayMs) * dayMs;
  // The clocks may change between midnight and now: the difference at midnight counts.
  const guess = midnight - findZoneShift(now, timeZone);
  return new Date(midnight - findZoneShift(guess, timeZone)).toISOString();
};
