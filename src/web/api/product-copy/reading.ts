/*
 * Reads everything updated after a moment, page by page, from an upstream that lists by update time, oldest first, and
 * that changes during the reading.
 */

/** A row may become visible up to this long after its `updated_at`: the duration of its transaction. */
export const lateMs = 60_000;

/** A range of moments that were read, and when. Rows in this range that became visible later were missed. */
interface Passed {
  readonly from: number;
  /** The time of the oldest state that a page of the range showed, by this machine's clock. */
  readonly asOf: number;
  /** The maximum by which a moment was ahead of this machine's clock when it was read. */
  readonly lead: number;
  /**
   * The value of `UpstreamFacts.ahead` when this machine's clock restarted. The time between this range and the restart
   * is unknown, so later values do not apply to it.
   */
  readonly cap: number | null;
}

export interface Reading {
  /** Everything up to this moment is already read. */
  readonly from: number;
  /** The moment after which rows are requested, and the page. */
  readonly after: number;
  readonly page: number;
  /**
   * "up" through the pages; "down" again after more than one page with the same moment, to find rows that moved one
   * page earlier.
   */
  readonly way: "up" | "down";
  /** The moment that fills more than one page. */
  readonly tie: number | null;
  /** The moment to continue from after the way down; null if the end was reached. */
  readonly next: number | null;
  readonly turnedAt: number;
  /** The page is requested again, bypassing caches: it was short, but may have been cached. */
  readonly again: boolean;
  /** A row may have appeared during a way down, so that others moved past it. */
  readonly doubt: boolean;
  readonly passed: readonly Passed[];
  /** The number of rows in this reading that changed. */
  readonly changed: number;
  readonly startedAt: number;
  /** The cap at `startedAt`, see `Passed`. */
  readonly cap: number | null;
  /** Hashes of the first page after this moment and of the last page, independent of row order. */
  readonly firstPrint: number | null;
  readonly lastPrint: number | null;
  /** The number of pages without requested content: see `isRepeating`. */
  readonly repeats: number;
  /** The number of consecutive starts because something changed each time. */
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

export interface ReadPage {
  readonly full: boolean;
  /** The latest moment on it, rounded down; null if it has none. */
  readonly last: number | null;
  /** The page's content is not older than this, by this machine's clock. */
  readonly asOf: number;
  readonly fresh: boolean;
}

/** After this many repeated pages the upstream is assumed to ignore pages or moments. */
const mostRepeats = 3;

/** Whether the upstream always returns the same page, or rows that were not requested. */
export const isRepeating = ({ repeats }: Reading): boolean => repeats >= mostRepeats;

/** Records a page's hash in the reading; `old` if all of its rows are from before the requested moment. */
export const withPrint = (reading: Reading, print: number, old: boolean): Reading => {
  const { page, way, again, firstPrint, lastPrint } = reading;
  // The way down and a repeated request return known pages on purpose.
  if (way === "down" || again) return reading;
  if (page === 1) return { ...reading, firstPrint: print, lastPrint: print, repeats: old ? 1 : 0 };
  const same = print === lastPrint || print === firstPrint;
  return { ...reading, lastPrint: print, repeats: reading.repeats + (same || old ? 1 : 0) };
};

export interface UpstreamFacts {
  /** The latest moment seen, rounded up. */
  readonly largest: number | null;
  /** The minimum by which the upstream's clock is ahead of this machine's, derived from the moments of its rows. */
  readonly ahead: number | null;
}

/** Moments closer than this are recorded as one range, so that the list stays short. */
const stretchMs = 1_000;

const addPassed = (reading: Reading, reach: number, asOf: number): readonly Passed[] => {
  const lead = reach - asOf;
  const last = reading.passed.at(-1);
  if (last === undefined || lead > last.lead + stretchMs)
    return [...reading.passed, { from: reading.after, asOf, lead, cap: null }];
  if (lead <= last.lead && asOf >= last.asOf) return reading.passed;
  const one = { ...last, asOf: Math.min(last.asOf, asOf), lead: Math.max(last.lead, lead) };
  return [...reading.passed.slice(0, -1), one];
};

/** Limits the known lead of the upstream's clock to `cap`, for ranges that were read before a restart. */
export const applyCap = (ahead: number, cap: number | null): number =>
  cap === null ? ahead : Math.min(ahead, cap);

/**
 * The moment up to which a reading is complete. Rows may appear late, so a moment counts once it was read at least a
 * minute after it by the upstream's clock.
 */
export const computeSettled = (
  { passed, after, from }: Reading,
  over: boolean,
  { largest, ahead }: UpstreamFacts,
): number => {
  if (largest === null || ahead === null) return from;
  const unsure = passed.find(({ lead, cap }) => lead > applyCap(ahead, cap) - lateMs);
  if (unsure) {
    const then = Math.floor(unsure.asOf + applyCap(ahead, unsure.cap)) - lateMs;
    return Math.max(unsure.from, Math.min(largest, then));
  }
  return over ? Math.max(from, largest) : after;
};

const startWayDown = (reading: Reading, next: number | null, { asOf }: ReadPage): Reading => ({
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
  const passed = addPassed(reading, reach, reading.turnedAt);
  const walked = { ...reading, passed, doubt: reading.doubt || doubt };
  return reading.next === null
    ? "over"
    : { ...walked, after: reading.next, page: 1, way: "up", tie: null, next: null };
};

const goUp = (reading: Reading, page: ReadPage, { largest }: UpstreamFacts): Reading | "over" => {
  const { full, last, asOf, fresh } = page;
  if (!full && !fresh) return { ...reading, again: true };
  if (!full) return reading.page === 1 ? "over" : startWayDown(reading, null, page);
  if (reading.page > 1) {
    const beyond = last !== null && reading.tie !== null && last > reading.tie;
    return beyond ? startWayDown(reading, last - 1, page) : { ...reading, page: reading.page + 1 };
  }
  if (last === null || last - 1 <= reading.after) return { ...reading, page: 2, tie: last };
  const reach = Math.min(last - 1, largest ?? last);
  return { ...reading, passed: addPassed(reading, reach, asOf), after: last - 1 };
};

/** Advances the reading by one page, and returns whether it is over. */
export const advanceReading = (
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
  const passed = addPassed(asked, Math.max(reach, reading.after), asOf);
  return { reading: { ...asked, passed, doubt: reading.doubt || doubt }, over: true };
};

/**
 * Adapts a reading to a restarted clock that is `by` ahead of the previous one; `ahead` is the value before the
 * restart.
 */
export const resumeReading = (
  reading: Reading,
  { now, by, ahead }: { now: number; by: number; ahead: number | null },
): Reading => {
  if (ahead === null) return startReading(reading.from, now);
  const capAt = (cap: number | null) => applyCap(ahead, cap) - by;
  const walking = reading.tie !== null || reading.way === "down";
  return {
    ...reading,
    // The pages of one moment are read again from the start: rows may have moved past the reading in the meantime.
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
