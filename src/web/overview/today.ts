/** The clock of a time zone as if it were UTC, in ms; "" is the browser's. */
const wallClock = (at: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat("en", {
    ...(timeZone && { timeZone }),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
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

const dayMs = 86_400_000;

/** The start of the day in a time zone, as the API's filters take it. */
export const startOfDay = (now: number, timeZone: string): string => {
  const midnight = Math.floor(wallClock(now, timeZone) / dayMs) * dayMs;
  const shift = (at: number) => wallClock(at, timeZone) - at;
  // The clocks may change between midnight and now: the difference at midnight counts.
  const guess = midnight - shift(now - (now % 1000));
  return new Date(midnight - shift(guess)).toISOString();
};
