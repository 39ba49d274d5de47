import { settings } from "./settings.ts";
import { findDayStart } from "./wall-clock.ts";

/** The start of a filter's day in the time zone of the settings, as the API takes it; other texts are returned unchanged. */
export const startOfDay = (day: string | undefined): string | undefined => {
  const at = findDayStart(day ?? "", settings.get().timeZone);
  return Number.isNaN(at) ? day : new Date(at).toISOString();
};
