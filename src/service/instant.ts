/**
 * A date-time of a query string as the records hold theirs: ISO 8601 in UTC with milliseconds. Without a zone UTC is
 * meant, and a date alone is its midnight.
 */
export function instantOf(text: string): string;
export function instantOf(text: string | undefined): string | undefined;
export function instantOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes("T") ? text : `${text}Z`;
  return new Date(zoned).toISOString();
}
