const createFormat = (timeZone: string) =>
  new Intl.DateTimeFormat("en", {
    ...(timeZone && { timeZone }),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });

/** By time zone: it takes long to create one. */
const formats = new Map<string, Intl.DateTimeFormat>();

const getFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone) ?? createFormat(timeZone);
  formats.set(timeZone, known);
  return known;
};

/** The clock of a time zone as if it were UTC, in ms, to the second; "" is the machine's own. */
const readWallClock = (at: number, timeZone: string): number => {
  const parts = getFormat(timeZone).formatToParts(at);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
};

/** By how many ms the clock of a time zone is ahead of UTC at a time. */
export const findZoneShift = (at: number, timeZone: string): number =>
  readWallClock(at, timeZone) - Math.floor(at / 1000) * 1000;

/** The day of a time in a time zone: YYYY-MM-DD. */
export const findDay = (at: number, timeZone: string): string =>
  new Date(readWallClock(at, timeZone)).toISOString().slice(0, 10);

const dayMs = 86_400_000;

/** The day of a time in UTC; empty if there is none. */
const toDay = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
};

/**
 * Finds the days of many times in a time zone, as `findDay` does; empty for NaN and for years without four digits. It
 * reads the clock a few times for each day, not for each time, which would take half a second for 100,000 times.
 */
export const createDayFinder = (timeZone: string): ((at: number) => string) => {
  /** The days that overlap a day of UTC, the last first. */
  const near = new Map<number, readonly { readonly day: string; readonly start: number }[]>();
  const listNear = (utcDay: number) =>
    [1, 0, -1].map((shift) => {
      const day = toDay((utcDay + shift) * dayMs);
      return { day, start: findDayStart(day, timeZone) };
    });
  return (at) => {
    const utcDay = Math.floor(at / dayMs);
    const days = near.get(utcDay) ?? listNear(utcDay);
    near.set(utcDay, days);
    return days.find(({ start }) => at >= start)?.day ?? "";
  };
};

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a day (YYYY-MM-DD) in a time zone, in ms; NaN for any other text. */
export const findDayStart = (day: string, timeZone: string): number => {
  const midnight = isDay.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight)) return Number.NaN;
  // The clocks may change at any time of the day, or skip midnight: the first moment that isn't on the day before.
  const moments = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - findZoneShift(near, timeZone))
    .toSorted((a, b) => a - b);
  return moments.find((at) => readWallClock(at, timeZone) >= midnight) ?? midnight;
};

/** The day (YYYY-MM-DD) after another, the same in every time zone; any other text is returned unchanged. */
export const findNextDay = (day: string): string => {
  const next = isDay.test(day) ? Date.parse(`${day}T00:00:00Z`) + dayMs : Number.NaN;
  return toDay(next) || day;
};

/** Noon of a day in a time zone, in ms, so that the day can be written like a time. */
export const findNoon = (day: string, timeZone: string): number => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return noon - findZoneShift(noon, timeZone);
};
