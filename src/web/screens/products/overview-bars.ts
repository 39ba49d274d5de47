import type { ChannelOverview as Overview } from "#contract/catalog.ts";
import { formatQuantity, getFormats } from "#web/base/format.ts";
import type { ListSearch } from "#web/base/list-search.ts";
import { settings } from "#web/base/settings.ts";
import { findPastDay } from "#web/base/days.ts";
import { formatPriceBand, missingInWords, stockNames, unitsInWords } from "./find-words.ts";
import { formatRange, joinList } from "./product-address.ts";

export interface Bar {
  readonly label: string;
  readonly count: number;
  readonly filter: ListSearch;
  /** The bar's color; the main color if absent. */
  readonly tone?: "good" | "bad" | "still";
}

export interface VerticalBar {
  readonly label: string;
  /** The full name, for the tooltip and for screen readers. */
  readonly title: string;
  readonly count: number;
  readonly filter: ListSearch;
}

/** "12.3%" of the total; empty without a total, and never 0 or 100 for a part that is neither. */
export const formatShare = (count: number, of: number): string => {
  if (of === 0) return "";
  if (count === 0 || count === of) return `${count === 0 ? 0 : 100}%`;
  const percent = (count / of) * 100;
  if (percent < 0.1) return "< 0.1%";
  return percent > 99.9 ? "> 99.9%" : `${percent.toFixed(1)}%`;
};

const steps = [1, 2, 3, 4, 5, 6, 8, 10];

/** The smallest round number that is not below the maximum: the end of the axis. */
export const findAxisEnd = (most: number): number => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return steps.map((step) => step * unit).find((end) => end >= most) ?? most;
};

/** A period, and the number of products that were last changed in it. */
export interface TimeBar {
  /** The label below it, if there is space. */
  readonly label: string;
  /** The full period, for the tooltip. */
  readonly title: string;
  /** The first and the last day of the period as the address contains them; none if it has no start. */
  readonly since: string;
  readonly until: string;
  readonly count: number;
}

type Days = readonly { readonly day: string; readonly count: number }[];

const dayMs = 86_400_000;
const maxBars = 31;

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** How days, months and years are written: as the settings say, like all dates. With ISO dates, months have English names. */
const createWords = () => {
  const isIso = settings.get().locale === "iso";
  const locale = isIso ? "en-GB" : getFormats().day.resolvedOptions().locale;
  const words = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (time: number) => format.format(time);
  };
  const shortMonth = words({ month: "short", year: "2-digit" });
  return {
    day: words({ day: "numeric", month: "short" }),
    fullDay: isIso ? toDay : words({ day: "numeric", month: "short", year: "numeric" }),
    month: (time: number) => shortMonth(time).replace(" ", " ’"),
    fullMonth: words({ month: "long", year: "numeric" }),
    year: words({ year: "numeric" }),
  };
};

interface Unit {
  /** The start of the period that contains a moment. */
  readonly start: (time: number) => number;
  readonly next: (start: number) => number;
  readonly label: (start: number) => string;
  readonly title: (start: number) => string;
}

const startOfDay = (time: number) => Math.floor(time / dayMs) * dayMs;
// January 1, 1970 was a Thursday; weeks begin on Mondays.
const startOfWeek = (time: number) => Math.floor((time / dayMs + 3) / 7) * 7 * dayMs - 3 * dayMs;
const monthAt = (time: number, more: number) => {
  const at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more, 1);
};
const yearAt = (time: number, more: number) =>
  Date.UTC(new Date(time).getUTCFullYear() + more, 0, 1);

/** From the finest to the coarsest unit; the first one whose bars all fit is used. */
const createUnits = (): readonly Unit[] => {
  const { day, fullDay, month, fullMonth, year } = createWords();
  const weekTitle = (at: number) => `${fullDay(at)} to ${fullDay(at + 6 * dayMs)}`;
  const monthStart = (time: number) => monthAt(time, 0);
  const yearStart = (time: number) => yearAt(time, 0);
  return [
    { start: startOfDay, next: (at) => at + dayMs, label: day, title: fullDay },
    { start: startOfWeek, next: (at) => at + 7 * dayMs, label: day, title: weekTitle },
    { start: monthStart, next: (at) => monthAt(at, 1), label: month, title: fullMonth },
    { start: yearStart, next: (at) => yearAt(at, 1), label: year, title: year },
  ];
};

/** The starts of all periods between two moments, the newest last; at most as many as fit. */
const listStarts = ({ start, next }: Unit, from: number, to: number): number[] => {
  const starts = [];
  for (let at = start(from); at <= to; at = next(at)) starts.push(at);
  return starts;
};

/**
 * The number of products last changed by day, week, month or year, whichever shows all of them in at most 31 bars, up
 * to `today` (its midnight UTC, in milliseconds since 1970). Changes more than 31 years old are in the first bar.
 */
export const createTimeBars = (byDay: Days, today: number): TimeBar[] => {
  const known = byDay.filter(({ day }) => !Number.isNaN(Date.parse(day)));
  const [first] = known;
  if (first === undefined) return [];
  const newest = Math.max(today, Date.parse(known.at(-1)?.day ?? ""));
  const from = Math.max(Date.parse(first.day), yearAt(newest, 1 - maxBars));
  const units = createUnits();
  const unit =
    units.find((one) => listStarts(one, from, newest).length <= maxBars) ??
    units[units.length - 1]!;
  return listStarts(unit, from, newest).map((start, index) => {
    const since = index === 0 && toDay(start) > first.day ? "" : toDay(start);
    const until = toDay(unit.next(start) - dayMs);
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

const stockTones = { in: "good", out: "bad", unknown: "still" } as const;

export const stockBars = ({ facets }: Overview): Bar[] =>
  facets.stock.map(({ value, count }) => ({
    label: stockNames[value],
    count,
    filter: { stock: value },
    tone: stockTones[value],
  }));

export const priceBars = ({ facets }: Overview): VerticalBar[] =>
  facets.prices.map((band) => ({
    label: formatQuantity(band.from),
    title: formatPriceBand(band),
    count: band.count,
    filter: { price: formatRange(band) },
  }));

export const unitBars = ({ units }: Overview): VerticalBar[] =>
  units.map((band) => ({
    label: formatQuantity(band.from ?? 0),
    title: unitsInWords(band),
    count: band.count,
    filter: { units: formatRange(band) },
  }));

export const missingBars = ({ facets }: Overview): Bar[] => [
  ...facets.missing.map(({ value, count }) => ({
    label: missingInWords(value),
    count,
    filter: { missing: value },
  })),
  { label: "Below MAP", count: facets.belowMap, filter: { map: "below" } },
];

export const brandBars = ({ facets }: Overview): Bar[] =>
  facets.brands.slice(0, 10).map(({ value, count }) => ({
    label: value,
    count,
    filter: { brand: joinList([value]) },
  }));

export const categoryBars = ({ facets }: Overview): Bar[] =>
  facets.categories
    .filter(({ level }) => level === 1)
    .slice(0, 10)
    .map(({ value, name, count }) => ({
      label: name,
      count,
      // A category without an ID has its name as its key.
      filter: { category: joinList([value]) },
    }));

export const timeBars = ({ updatedByDay }: Overview): VerticalBar[] =>
  createTimeBars(updatedByDay, Date.parse(findPastDay(0))).map(({ since, until, ...bar }) => ({
    ...bar,
    filter: { since, until },
  }));
