import { settings } from "./settings.ts";
import { findDay, findZoneShift } from "./wall-clock.ts";

/** The day of a time for a file name, in the time zone of the settings: 2026-11-22. */
export const formatFileDay = (at = Date.now()): string => findDay(at, settings.get().timeZone);

/** The day and minute of a time for a file name, in the time zone of the settings: 2026-11-22-14-30. */
export const formatFileMinute = (at: number): string =>
  new Date(at + findZoneShift(at, settings.get().timeZone))
    .toISOString()
    .slice(0, 16)
    .replace(/\D/g, "-");
