/** The longest pause of a token, whatever the upstream requests. */
const longestMs = 3_600_000;

/** The delay of Retry-After in milliseconds (seconds or a date, RFC 9110 10.2.3); undefined when it cannot be read. */
export const readRetryAfter = (
  header: string | string[] | undefined,
  wallClock: number,
): number | undefined => {
  const text = (typeof header === "string" ? header : header?.at(-1))?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, longestMs);
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - wallClock), longestMs);
};
