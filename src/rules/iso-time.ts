import { parseDecimal, toNumber } from "./decimal.ts";

/*
 * Instants as milliseconds since 1970 UTC. Dates are parsed here, not by the built-in parser, whose result for a date
 * without a zone depends on the machine. Without a zone, a time is UTC. `contract/read-time.ts` reads the times of the API in the
 * same way where both read one; here days must exist, and more spellings are known, because people write them, too.
 */

const spelling =
  /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(Z|[+-]\d{2}:?(?:\d{2})?)?$/i;

/** The same at any place of a text, from `lastIndex` on. */
export const spelledTime = new RegExp(spelling.source.replace(/^\^|\$$/g, ""), "iy");

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Units of a duration: those of one length in milliseconds, and those of the calendar in months. */
const lengths = { minutes: minute, hours: hour, days: day, weeks: 7 * day } as const;
const months = { months: 1, years: 12 } as const;

/** The units of a duration, the shortest first. */
export const durationUnits = [
  ...(Object.keys(lengths) as (keyof typeof lengths)[]),
  ...(Object.keys(months) as (keyof typeof months)[]),
] as const;

/** The difference of a zone to UTC in milliseconds; undefined if it is none, as +99:99. */
const readOffset = (zone = "Z"): number | undefined => {
  if (zone.toUpperCase() === "Z") return 0;
  const digits = zone.replace(/\D/g, "").padEnd(4, "0");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * hour + minutes * minute);
};

/** Whether there is such a time of day: 24:00 is the end of the day, and a leap second is the last of an hour. */
const isTimeOfDay = (hours: number, minutes: number, seconds: number): boolean =>
  hours < 24
    ? minutes < 60 && (seconds < 60 || (seconds < 61 && minutes === 59))
    : hours + minutes + seconds === 24;

/** Epoch milliseconds of a date or date-time, or undefined when the value is not one (30 February is not). */
export const parseTime = (value: unknown): number | undefined => {
  if (typeof value !== "string" || value.length > 40) return undefined;
  const parts = spelling.exec(value.trim());
  if (!parts) return undefined;
  const [year, month, date, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map((at) =>
    Number(parts[at] ?? 0),
  ) as [number, number, number, number, number, number];
  const fraction = Number(`0.${parts[7] ?? "0"}`);
  const offset = readOffset(parts[8]);
  if (offset === undefined || !isTimeOfDay(hours, minutes, seconds + fraction)) return undefined;
  if (parts[1] === "-000000") return undefined;
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, date);
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== date) return undefined;
  const time =
    moment.getTime() +
    hours * hour +
    minutes * minute +
    seconds * 1000 +
    Math.floor(fraction * 1000) -
    offset;
  return Number.isNaN(time) ? undefined : time;
};

const own = <T extends object>(table: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined;

/** The same day and time some months earlier; the last day of the month if it has no such day. */
const monthsBefore = (now: number, count: number): number => {
  const moment = new Date(now);
  const date = moment.getUTCDate();
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() - count);
  const last = new Date(moment);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  moment.setUTCDate(Math.min(date, last.getUTCDate()));
  return moment.getTime();
};

const pluralUnit = (unit: string): string => {
  const name = unit.trim().toLowerCase();
  if (name === "") return "days";
  return name.endsWith("s") ? name : `${name}s`;
};

/** Whether a unit's amounts are whole: months and years are. */
export const isCalendarUnit = (unit: string): boolean => Object.hasOwn(months, pluralUnit(unit));

/**
 * The time `amount` units (default `days`) before `now`, in epoch milliseconds; undefined for an invalid duration, and a
 * negative one. Months and years follow the calendar and are whole.
 */
export const timeBefore = (now: number, amount: string, unit: string): number | undefined => {
  const decimal = parseDecimal(amount);
  const count = decimal === undefined ? Number.NaN : toNumber(decimal);
  const plural = pluralUnit(unit);
  const length = own(lengths, plural);
  const inMonths = own(months, plural);
  if (!Number.isFinite(count) || count < 0) return undefined;
  if (length !== undefined) return now - count * length;
  if (inMonths === undefined || !Number.isSafeInteger(count)) return undefined;
  const time = monthsBefore(now, count * inMonths);
  return Number.isNaN(time) ? undefined : time;
};
