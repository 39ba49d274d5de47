/** A stretch of time, and how many products were last changed in it. */
export interface TimeBar {
  /** What stands below it, where there is room. */
  readonly label: string;
  /** The whole stretch, for whoever points at it. */
  readonly title: string;
  /** Its first and its last day in UTC, as the address has them; none where it goes back for ever. */
  readonly since: string;
  readonly until: string;
  readonly count: number;
}

type Days = readonly { readonly day: string; readonly count: number }[];

const dayMs = 86_400_000;
const mostBars = 31;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (time: number) => format.format(time);
};
const dayWords = words({ day: "numeric", month: "short" });
const fullDay = words({ day: "numeric", month: "short", year: "numeric" });
const monthWords = (time: number) =>
  words({ month: "short", year: "2-digit" })(time).replace(" ", " ’");
const fullMonth = words({ month: "long", year: "numeric" });
const yearWords = words({ year: "numeric" });

interface Unit {
  /** The first moment of the stretch that holds a moment. */
  readonly start: (time: number) => number;
  readonly next: (start: number) => number;
  readonly label: (start: number) => string;
  readonly title: (start: number) => string;
}

const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;
// The first day of 1970 was a Thursday; weeks begin on Mondays.
const startOfWeek = (time: number) => Math.floor((time / dayMs + 3) / 7) * 7 * dayMs - 3 * dayMs;
const monthAt = (time: number, more: number) => {
  const at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1);
};
const yearAt = (time: number, more: number) =>
  Date.UTC(new Date(time).getUTCFullYear() + more, 0, 1);

/** From the finest to the widest: the first whose bars all find room is taken. */
const units: readonly Unit[] = [
  { start: startOfDay, next: (at) => at + dayMs, label: dayWords, title: fullDay },
  {
    start: startOfWeek,
    next: (at) => at + 7 * dayMs,
    label: dayWords,
    title: (at) => `${fullDay(at)} to ${fullDay(at + 6 * dayMs)}`,
  },
  {
    start: (time) => monthAt(time, 0),
    next: (at) => monthAt(at, 1),
    label: monthWords,
    title: fullMonth,
  },
  {
    start: (time) => yearAt(time, 0),
    next: (at) => yearAt(at, 1),
    label: yearWords,
    title: yearWords,
  },
];

/** The beginnings of all stretches between two moments, the newest last; no more than find room. */
const startsOf = ({ start, next }: Unit, from: number, to: number): number[] => {
  const starts = [];
  for (let at = start(from); at <= to; at = next(at)) starts.push(at);
  return starts;
};

/**
 * How many products were last changed by day, week, month or year, whichever shows all of them in at most 31 bars, up to
 * `now` (milliseconds since 1970). What is older than 31 years stands in the first bar.
 */
export const timeBarsOf = (byDay: Days, now = Date.now()): TimeBar[] => {
  const known = byDay.filter(({ day }) => !Number.isNaN(Date.parse(day)));
  const [first] = known;
  if (first === undefined) return [];
  const newest = Math.max(now, Date.parse(known.at(-1)?.day ?? ""));
  const from = Math.max(Date.parse(first.day), yearAt(newest, 1 - mostBars));
  const unit =
    units.find((one) => startsOf(one, from, newest).length <= mostBars) ?? units[units.length - 1]!;
  return startsOf(unit, from, newest).map((start, index) => {
    const since = index === 0 && dayOf(start) > first.day ? "" : dayOf(start);
    const until = dayOf(unit.next(start) - dayMs);
    const count = known.reduce(
      (sum, one) => sum + (one.day >= since && one.day <= until ? one.count : 0),
      0,
    );
    return {
      label: unit.label(start),
      title: since === "" ? `Until ${unit.title(start)}` : unit.title(start),
      since,
      until,
      count,
    };
  });
};
