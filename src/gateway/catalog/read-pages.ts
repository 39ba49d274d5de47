import { pageSize } from "#contract/limits.ts";

/*
 * Reads everything updated after a moment, page by page, from an upstream that lists by update time, oldest first, and
 * that changes during the reading: the next page begins just before the last row's moment. An upstream with another order, or
 * that ignores the moment, is read by page numbers.
 */

export interface Reading {
  /** `all`: from the beginning of time; products that it doesn't find are gone. */
  readonly kind: "all" | "changes";
  /** Increases with each reading: what a reading saw is marked with it. */
  readonly pass: number;
  /** Milliseconds since 1970 by this gateway's clock. */
  readonly startedAt: number;
  readonly from: number;
  /** The next request: rows updated after a moment, and the page of them. */
  readonly after: number;
  readonly page: number;
  readonly byNumber: boolean;
  /** A further page of the same moment had rows: rows that left meanwhile moved others past the reading. */
  readonly turned: boolean;
  readonly pages: number;
  /** Products that it saw, each once. */
  readonly seen: number;
  /** As the upstream counts them. */
  readonly total: number | null;
  /** Pages in a row without a product that it hadn't seen. */
  readonly stale: number;
  /** Whether the catalog changed by it. */
  readonly changed: boolean;
}

export const startReading = (
  kind: Reading["kind"],
  pass: number,
  from: number,
  now: number,
): Reading => ({
  kind,
  pass,
  startedAt: now,
  from,
  after: from,
  page: 1,
  byNumber: false,
  turned: false,
  pages: 0,
  seen: 0,
  total: null,
  stale: 0,
  changed: false,
});

export interface ReadPage {
  /** The moments of its rows in their order; NaN where there is none. */
  readonly moments: readonly number[];
  /** Products that this reading hadn't seen. */
  readonly added: number;
  readonly changed: boolean;
  readonly total: number | null;
  /** Products of the catalog so far: a reading sees those again before it ends for lack of others. */
  readonly products: number;
}

interface Advance {
  readonly reading: Reading;
  readonly isOver: boolean;
  /** The page had rows from before the moment. */
  readonly ignoresMoment: boolean;
}

/** Upstreams may compare whole seconds. */
const coarseMs = 1_000;

/** Pages without anything new before a reading ends, beyond those of a whole catalog. */
const mostStale = 2;

const isAscending = (moments: readonly number[]): boolean =>
  moments.every((moment, at) => at === 0 || moment >= moments[at - 1]!) &&
  !moments.some(Number.isNaN);

/** The reading after a page. A short page is not the last one: only an empty one is, or none of many with anything new. */
export const advanceReading = (before: Reading, page: ReadPage): Advance => {
  const { moments, added, changed, total, products } = page;
  const { after, from } = before;
  const reading: Reading = {
    ...before,
    pages: before.pages + 1,
    seen: before.seen + added,
    total: before.pages === 0 ? total : before.total,
    stale: added > 0 ? 0 : before.stale + 1,
    turned: before.turned || (before.page > 1 && moments.length > 0),
    changed: before.changed || changed,
  };
  const ignoresMoment = moments.some((moment) => moment < after - coarseMs);
  const isOver =
    moments.length === 0 ||
    reading.stale > mostStale + products / pageSize.maximum ||
    // All products, for each look for changes.
    (ignoresMoment && reading.kind === "changes");
  const last = (moments.at(-1) ?? Number.NaN) - 1;
  const next =
    !reading.byNumber && (ignoresMoment || !isAscending(moments))
      ? { byNumber: true, after: from, page: 1 }
      : !reading.byNumber && moments.length >= pageSize.maximum && last > after
        ? { after: last, page: 1 }
        : { page: reading.page + 1 };
  return { reading: { ...reading, ...next }, isOver, ignoresMoment };
};

/** Whether what the reading didn't see is gone; otherwise only what the one before it didn't see either. */
export const isComplete = ({ seen, total, turned }: Reading, products: number): boolean =>
  (total !== null && total > 0 && seen >= total) || (!turned && seen * 2 >= products);
