import { readTime } from "#contract/read-time.ts";

/** More than the clocks and time zones of a browser and an API differ: two days, in ms. */
const marginMs = 2 * 24 * 60 * 60 * 1_000;

/**
 * Whether a record can't be what a request of this time (milliseconds since 1970) has created: the API says that it was
 * created long before. Where the API gives no time, or the request has none, nothing is known.
 */
export const existedBefore = (
  { createdAt }: { readonly createdAt?: string | null | undefined },
  sentAt: number | undefined,
): boolean => readTime(createdAt) < (sentAt ?? Number.NaN) - marginMs;
