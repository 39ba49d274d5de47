import { startOfDay } from "./start-of-day.ts";

/** The limits of a filter that the API doesn't have: days (YYYY-MM-DD) or moments, as an address has them. */
export interface DateRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const parse = (day: string | undefined): number => Date.parse(startOfDay(day) ?? "");

/** Whether a moment is within a range. One without a valid date counts as new; a limit that is no date has no effect. */
export const isWithin = (at: string | null | undefined, { after, before }: DateRange): boolean => {
  const time = Date.parse(at ?? "");
  const known = Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
  return !(known <= parse(after)) && !(known >= parse(before));
};
