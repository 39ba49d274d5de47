/** Milliseconds of an hour and of a day. */
export const hour = 3_600_000;
export const day = 24 * hour;

/** The time span of the demonstration workspace: about 18 months. */
export const span = 548 * day;

/** The start of the day (UTC), so that a workspace is the same all day. */
export const startOfDay = (moment: Date): number => Math.floor(moment.getTime() / day) * day;

/** A timestamp as the API writes it (neighbours). */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** The same, or null for an event that has not occurred. */
export const isoOrNull = (moment: number | undefined): string | null =>
  moment === undefined ? null : iso(moment);

/** Sums of money are computed in whole cents and written as dollars. */
export const dollars = (cents: number): number => cents / 100;

/** Two decimals, for weights and lengths. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** Caches the results of a function of one text that is called repeatedly with few different texts. */
export const remembered = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = compute(text);
    known.set(text, value);
    return value;
  };
};
