import { readTime } from "#contract/read-time.ts";

const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * A date-time of a query string in the format of the records: ISO 8601 in UTC with milliseconds. Without a zone it is
 * UTC, and a date without a time is its midnight. A time outside the years 1 to 9999 becomes their first or last
 * instant: no record is older or newer, and neither PostgreSQL nor an order by text could compare it.
 */
export function toInstant(text: string): string;
export function toInstant(text: string | undefined): string | undefined;
export function toInstant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return new Date(Math.min(Math.max(readTime(text), first), last)).toISOString();
}
