import type { ResellerProductParent } from "#contract/products.ts";
import { type Reading, resumeReading, startReading, type UpstreamFacts } from "./reading.ts";
import type { RowFacts } from "./row-facts.ts";

/** A moment before any product existed. */
export const earliestMoment = Date.UTC(2000, 0, 1);

type Stage = "reading" | "closing" | "counting" | "marking";

export interface SweepJob {
  readonly stage: Stage;
  readonly reading: Reading;
  /** The number assigned to rows seen from now on. */
  readonly pass: number;
  /** The copy already has records: records that this sweep does not see are gone. */
  readonly repeat: boolean;
  readonly startedAt: number;
  /** The last page, requested early to estimate the upstream's clock. */
  readonly peek: number | null;
  readonly firstPageLast: number | null;
  readonly total: number | null;
  readonly pages: number;
  /** The number of pages with new rows in this pass, and the number of consecutive last pages without any. */
  readonly useful: number;
  readonly idle: number;
  readonly requests: number;
  readonly seen: number;
  /** A hash of the ids seen, independent of their order. */
  readonly hash: number;
  readonly unreadable: number;
  readonly round: number;
  readonly before: { readonly seen: number; readonly hash: number } | null;
  readonly tries: number;
  /** The start time of the closing reading, so that it includes late rows. */
  readonly notBefore: number;
}

export interface SweepState extends UpstreamFacts {
  readonly version: 1;
  readonly order: "updated" | "other";
  readonly size: number;
  readonly pass: number;
  /** The copy contains everything updated up to this moment. */
  readonly settled: number;
  readonly swept: boolean;
  /** The last reading never settled because rows kept changing; the next check continues. */
  readonly restless: boolean;
  readonly sweep: SweepJob | null;
  readonly delta: Reading | null;
  /** This machine's monotonic clock at the last response. */
  readonly now: number;
}

export interface PageRequest {
  readonly job: "sweep" | "delta";
  /** Requests only products updated after this moment. */
  readonly after: number;
  readonly page: number;
  /** Bypasses caches. */
  readonly fresh: boolean;
}

export type Step =
  | { readonly kind: "request"; readonly request: PageRequest }
  /** Records last seen in an earlier pass are gone; `endMarking` follows. */
  | { readonly kind: "mark-gone"; readonly pass: number }
  /** Nothing to do before a moment of this machine's clock, or at all. */
  | { readonly kind: "wait"; readonly until: number | undefined };

/** The stored facts of a row. */
export interface KnownRow extends Pick<RowFacts, "updated" | "newestVariant"> {
  readonly pass: number;
}

export interface RowWrite {
  readonly facts: RowFacts;
  readonly product: ResellerProductParent;
  readonly pass: number;
  /** The copy has a newer version: only the pass is updated. */
  readonly stale: boolean;
}

export interface PageAnswer {
  readonly products: readonly ResellerProductParent[];
  readonly total: number | undefined;
  /** The age of a cached answer in seconds; undefined for a new answer. */
  readonly age: number | undefined;
  /** The monotonic clock at the request and at the response. */
  readonly askedAt: number;
  readonly now: number;
  /** The wall clock. */
  readonly wall: number;
}

export interface AppliedAnswer {
  readonly state: SweepState;
  readonly rows: readonly RowWrite[];
  /** The job that this answer completed. */
  readonly ended: "sweep" | "delta" | undefined;
}

export const emptySweep = (size: number, now: number): SweepState => ({
  version: 1,
  order: "updated",
  size,
  pass: 0,
  largest: null,
  ahead: null,
  settled: earliestMoment,
  swept: false,
  restless: false,
  sweep: null,
  delta: null,
  now,
});

/** The initial values of a pass over all pages. */
export const startPass = (pass: number, now: number) =>
  ({
    stage: "reading",
    reading: startReading(earliestMoment, now),
    pass,
    seen: 0,
    hash: 0,
    pages: 0,
    useful: 0,
    idle: 0,
  }) as const;

/** Starts a full sweep; `repeat` if the copy already has rows. */
export const startSweep = (state: SweepState, repeat: boolean, now: number): SweepState => ({
  ...state,
  pass: state.pass + 1,
  sweep: {
    ...startPass(state.pass + 1, now),
    repeat,
    startedAt: now,
    peek: null,
    firstPageLast: null,
    total: null,
    requests: 0,
    unreadable: 0,
    round: 1,
    before: null,
    tries: 0,
    notBefore: now,
  },
  now,
});

/** Adapts a stored state to a restarted clock; undefined if it has another version. */
export const resumeSweep = (written: unknown, now: number): SweepState | undefined => {
  const state = written as SweepState | null | undefined;
  if (state?.version !== 1 || typeof state.now !== "number") return undefined;
  const by = now - state.now;
  const { sweep, delta, ahead } = state;
  const at = { now, by, ahead };
  return {
    ...state,
    now,
    restless: state.restless === true,
    ahead: ahead === null ? null : ahead - by,
    // It has few pages, so it starts again.
    delta: delta && startReading(delta.from, now),
    sweep: sweep && {
      ...sweep,
      reading: resumeReading(sweep.reading, at),
      startedAt: sweep.startedAt + by,
      notBefore: sweep.notBefore + by,
    },
  };
};
