import { readTime } from "#contract/read-time.ts";
import { startOfDay } from "./start-of-day.ts";

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
