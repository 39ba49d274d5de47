const withoutZone = /^[-+\d]+[T ][\d:.]+$/i;

/**
 * Reads a time of the API in milliseconds since 1970; NaN if it is none. A time without a zone is UTC, as in the API's
 * filters: read in the machine's own zone, it would be off by hours, and not even in order when the clocks change.
 */
export const readTime = (text: string | null | undefined): number => {
  const known = text ?? "";
  return Date.parse(withoutZone.test(known) ? `${known}Z` : known);
};
