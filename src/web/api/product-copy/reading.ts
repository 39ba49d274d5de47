/*
 * One reading of everything that was updated after a moment, page by page, from an upstream that lists the least recently
 * updated first and goes on changing meanwhile.
 */

/** For so long after its `updated_at`, a row may still appear: its transaction took that long. */
export const lateMs = 60_000;

/** A stretch of moments that were read, and when: what lies in it and appeared later was not seen. */
interface Passed {
  readonly from: number;
  /** By this machine's clock, the oldest state that a page of it showed. */
  readonly asOf: number;
  /** The most by which a moment was ahead of this machine's clock when it was passed. */
  readonly lead: number;
  /**
   * What was known of `UpstreamFacts.ahead` when this machine's clock began anew: nobody knows how long ago this stretch
   * was read since, so what is learned later says nothing about it.
   */
  readonly cap: number | null;
}

export interface Reading {
  /** Everything up to here need not be read. */
  readonly from: number;
  /** The moment to ask after, and the page. */
  readonly after: number;
  readonly page: number;
  /** Up through the pages; or down again after more than a page of one moment, for rows that slipped one page earlier. */
  readonly way: "up" | "down";
  /** The moment that fills more than a page. */
  readonly tie: number | null;
  /** Where to go on after the way down; null when the end was reached. */
  readonly next: number | null;
  /** When the way down began. */
  readonly turnedAt: number;
  /** The page is asked again, anew: it was short, but may have been kept for a while. */
  readonly again: boolean;
  /** A row may have appeared in the midst of a way down, so that others slipped past it. */
  readonly doubt: boolean;
  readonly passed: readonly Passed[];
  /** Rows of this reading that brought something new. */
  readonly changed: number;
  readonly startedAt: number;
  /** As of `startedAt`, see `Passed`. */
  readonly cap: number | null;
  /** Of the first page after this moment, and of the last one, whatever the order of their rows. */
  readonly firstPrint: number | null;
  readonly lastPrint: number | null;
  /** Pages that brought nothing which was asked for: see `repeating`. */
  readonly repeats: number;
  /** The how manieth time in a row it begins, since something changed each time. */
  readonly round: number;
}

export const startReading = (from: number, now: number, round = 1): Reading => ({
  from,
  after: from,
  page: 1,
  way: "up",
  tie: null,
  next: null,
  turnedAt: now,
  again: false,
  doubt: false,
  passed: [],
  changed: 0,
  startedAt: now,
  cap: null,
  firstPrint: null,
  lastPrint: null,
  repeats: 0,
  round,
});

/** A page as it was answered. */
export interface ReadPage {
  readonly full: boolean;
  /** The largest moment on it, rounded down; null when it has none. */
  readonly last: number | null;
  /** What it shows is not older than this, by this machine's clock. */
  readonly asOf: number;
  /** It was not kept on its way. */
  readonly fresh: boolean;
}

/** So many such pages, and the upstream knows no pages or no moments. */
const mostRepeats = 3;

/** Whether the upstream answers the same page for ever, or what was not asked for. */
export const repeating = ({ repeats }: Reading): boolean => repeats >= mostRepeats;

/** The reading with a page's print noted; `old` when all of its rows are from before what was asked for. */
export const withPrint = (reading: Reading, print: number, old: boolean): Reading => {
  const { page, way, again, firstPrint, lastPrint } = reading;
  // The way down and a page asked again are meant to bring the same.
  if (way === "down" || again) return reading;
  if (page === 1) return { ...reading, firstPrint: print, lastPrint: print, repeats: old ? 1 : 0 };
  const same = print === lastPrint || print === firstPrint;
  return { ...reading, lastPrint: print, repeats: reading.repeats + (same || old ? 1 : 0) };
};

/** What is known of the upstream as a whole. */
export interface UpstreamFacts {
  /** The largest moment seen, rounded up. */
  readonly largest: number | null;
  /** The upstream's clock is ahead of this machine's by at least this much; seen from the moments of its rows alone. */
  readonly ahead: number | null;
}

/** Moments nearer than this are noted as one stretch, so that the list stays short. */
const stretchMs = 1_000;

const pass = (reading: Reading, reach: number, asOf: number): readonly Passed[] => {
  const lead = reach - asOf;
  const last = reading.passed.at(-1);
  if (last === undefined || lead > last.lead + stretchMs)
    return [...reading.passed, { from: reading.after, asOf, lead, cap: null }];
  if (lead <= last.lead && asOf >= last.asOf) return reading.passed;
  const one = { ...last, asOf: Math.min(last.asOf, asOf), lead: Math.max(last.lead, lead) };
  return [...reading.passed.slice(0, -1), one];
};

/** What is known of the upstream's clock, as far as it can be said of something read before `cap` was. */
export const capped = (ahead: number, cap: number | null): number =>
  cap === null ? ahead : Math.min(ahead, cap);

/**
 * Up to which moment a reading has seen all there will ever be: rows may appear late, so a moment counts once it was
 * passed a minute after it by the upstream's clock.
 */
export const settledBy = (
  { passed, after, from }: Reading,
  over: boolean,
  { largest, ahead }: UpstreamFacts,
): number => {
  if (largest === null || ahead === null) return from;
  const unsure = passed.find(({ lead, cap }) => lead > capped(ahead, cap) - lateMs);
  if (unsure) {
    const then = Math.floor(unsure.asOf + capped(ahead, unsure.cap)) - lateMs;
    return Math.max(unsure.from, Math.min(largest, then));
  }
  return over ? Math.max(from, largest) : after;
};

const turn = (reading: Reading, next: number | null, { asOf }: ReadPage): Reading => ({
  ...reading,
  way: "down",
  page: reading.page - 1,
  next,
  turnedAt: asOf,
});

const goDown = (reading: Reading, upstream: UpstreamFacts): Reading | "over" => {
  if (reading.page > 1) return { ...reading, page: reading.page - 1 };
  const reach = Math.min(reading.next ?? Number.POSITIVE_INFINITY, upstream.largest ?? 0);
  const doubt = reach > reading.turnedAt + (upstream.ahead ?? 0) - lateMs;
  const passed = pass(reading, reach, reading.turnedAt);
  const walked = { ...reading, passed, doubt: reading.doubt || doubt };
  return reading.next === null
    ? "over"
    : { ...walked, after: reading.next, page: 1, way: "up", tie: null, next: null };
};

const goUp = (reading: Reading, page: ReadPage, { largest }: UpstreamFacts): Reading | "over" => {
  const { full, last, asOf, fresh } = page;
  if (!full && !fresh) return { ...reading, again: true };
  if (!full) return reading.page === 1 ? "over" : turn(reading, null, page);
  if (reading.page > 1) {
    const beyond = last !== null && reading.tie !== null && last > reading.tie;
    return beyond ? turn(reading, last - 1, page) : { ...reading, page: reading.page + 1 };
  }
  if (last === null || last - 1 <= reading.after) return { ...reading, page: 2, tie: last };
  const reach = Math.min(last - 1, largest ?? last);
  return { ...reading, passed: pass(reading, reach, asOf), after: last - 1 };
};

/** The reading after one more page, and whether that was the last. */
export const readOn = (
  reading: Reading,
  page: ReadPage,
  upstream: UpstreamFacts,
): { reading: Reading; over: boolean } => {
  const asked = { ...reading, again: false };
  const then = reading.way === "up" ? goUp(asked, page, upstream) : goDown(asked, upstream);
  if (then !== "over") return { reading: then, over: false };
  const turned = reading.way === "down";
  const asOf = turned ? reading.turnedAt : page.asOf;
  const reach = upstream.largest ?? reading.after;
  const doubt = turned && reach > asOf + (upstream.ahead ?? 0) - lateMs;
  const passed = pass(asked, Math.max(reach, reading.after), asOf);
  return { reading: { ...asked, passed, doubt: reading.doubt || doubt }, over: true };
};

/** A reading that goes on by a clock that began anew, `by` ahead of the one before; `ahead` is what was known before. */
export const resumeReading = (
  reading: Reading,
  { now, by, ahead }: { now: number; by: number; ahead: number | null },
): Reading => {
  if (ahead === null) return startReading(reading.from, now);
  const capAt = (cap: number | null) => capped(ahead, cap) - by;
  const walking = reading.tie !== null || reading.way === "down";
  return {
    ...reading,
    // A way through one moment begins again: nobody knows how much slipped past it meanwhile.
    ...(walking ? { page: 1, way: "up", tie: null, next: null } : {}),
    startedAt: reading.startedAt + by,
    cap: capAt(reading.cap),
    passed: reading.passed.map((one) => ({
      ...one,
      asOf: one.asOf + by,
      lead: one.lead - by,
      cap: capAt(one.cap),
    })),
  };
};
