/** Milliseconds of an hour and of a day. */
export const hour = 3_600_000;
export const day = 24 * hour;

/** How far back the demonstration workspace reaches: about 18 months. */
export const span = 548 * day;

/** The start of the day (UTC), so that a workspace is the same all day long. */
export const startOfDay = (moment: Date): number => Math.floor(moment.getTime() / day) * day;

/** A timestamp as the API writes it (neighbours). */
export const iso = (moment: number): string => new Date(moment).toISOString();

/** The same, or null for a moment that never came. */
export const isoOrNull = (moment: number | undefined): string | null =>
  moment === undefined ? null : iso(moment);
