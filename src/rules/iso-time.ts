/*
 * Instants as milliseconds since 1970 UTC. Dates are read by their own digits, not by the platform's parser, whose
 * reading of a date without a zone depends on where it runs. No zone means UTC.
 */

const spelling =
  /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(Z|[+-]\d{2}:?(?:\d{2})?)?$/i;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Units of a duration, in milliseconds. */
export const durationUnits = { minutes: minute, hours: hour, days: day, weeks: 7 * day } as const;
export type DurationUnit = keyof typeof durationUnits;

const offsetOf = (zone: string | undefined): number => {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const digits = zone.replace(/\D/g, "").padEnd(4, "0");
  const size = Number(digits.slice(0, 2)) * hour + Number(digits.slice(2)) * minute;
  return zone.startsWith("-") ? -size : size;
};

/** Epoch milliseconds of a date or date-time, or undefined when the value is none (30 February is none). */
export const parseTime = (value: unknown): number | undefined => {
  if (typeof value !== "string" || value.length > 40) return undefined;
  const parts = spelling.exec(value.trim());
  if (!parts) return undefined;
  const [year, month, date, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map((at) =>
    Number(parts[at] ?? 0),
  ) as [number, number, number, number, number, number];
  if (hours > 24 || minutes > 59 || seconds > 60) return undefined;
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, date);
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== date) return undefined;
  const fraction = Math.floor(Number(`0.${parts[7] ?? "0"}`) * 1000);
  const time =
    moment.getTime() +
    hours * hour +
    minutes * minute +
    seconds * 1000 +
    fraction -
    offsetOf(parts[8]);
  return Number.isNaN(time) ? undefined : time;
};

const isUnit = (unit: string): unit is DurationUnit => Object.hasOwn(durationUnits, unit);

/** The length of `amount` of a unit (`days` when none is given), in milliseconds. */
export const parseDuration = (amount: string, unit: string): number | undefined => {
  const count = amount.trim() === "" ? Number.NaN : Number(amount);
  const name = unit.trim().toLowerCase();
  const plural = name === "" ? "days" : name.endsWith("s") ? name : `${name}s`;
  return Number.isFinite(count) && isUnit(plural) ? count * durationUnits[plural] : undefined;
};
