import type { ResellerProductParent } from "#contract/products.ts";
import { type Reading, resumeReading, startReading, type UpstreamFacts } from "./reading.ts";
import type { RowFacts } from "./row-facts.ts";

/** Long before any product. */
export const ever = Date.UTC(2000, 0, 1);

type Stage = "reading" | "closing" | "counting" | "marking";

export interface SweepJob {
  readonly stage: Stage;
  readonly reading: Reading;
  /** Rows seen from now on carry this number. */
  readonly pass: number;
  /** There was a copy before: what this sweep does not see is gone. */
  readonly repeat: boolean;
  readonly startedAt: number;
  /** The last page, asked for early: it tells how far the upstream's clock is. */
  readonly peek: number | null;
  readonly firstPageLast: number | null;
  readonly total: number | null;
  readonly pages: number;
  /** Pages that brought rows which this pass had not seen, and the last ones in a row that brought none. */
  readonly useful: number;
  readonly idle: number;
  readonly requests: number;
  readonly seen: number;
  /** Of the ids seen, whatever their order. */
  readonly hash: number;
  readonly unreadable: number;
  readonly round: number;
  readonly before: { readonly seen: number; readonly hash: number } | null;
  readonly tries: number;
  /** The closing reading waits until then, so that late rows are among it. */
  readonly notBefore: number;
}

export interface SweepState extends UpstreamFacts {
  readonly version: 1;
  readonly order: "updated" | "other";
  readonly size: number;
  readonly pass: number;
  /** Everything updated up to this moment is in the copy. */
  readonly settled: number;
  readonly swept: boolean;
  /** What was read last changed meanwhile, however often it was begun anew: the next look goes on with it. */
  readonly restless: boolean;
  readonly sweep: SweepJob | null;
  readonly delta: Reading | null;
  /** This machine's monotonic clock at the last answer. */
  readonly now: number;
}

export interface PageRequest {
  readonly job: "sweep" | "delta";
  /** Only products updated after this moment. */
  readonly after: number;
  readonly page: number;
  /** An answer that was kept on its way will not do. */
  readonly fresh: boolean;
}

export type Step =
  | { readonly kind: "ask"; readonly request: PageRequest }
  /** Whatever was last seen in an earlier pass is gone; then `marked`. */
  | { readonly kind: "mark-gone"; readonly pass: number }
  /** Nothing to do, or nothing before a moment of this machine's clock. */
  | { readonly kind: "rest"; readonly until: number | undefined };

/** What the copy knows of a row it has. */
export interface KnownRow extends Pick<RowFacts, "updated" | "newestVariant"> {
  readonly pass: number;
}

/** A row to write. */
export interface TakenRow {
  readonly facts: RowFacts;
  readonly product: ResellerProductParent;
  readonly pass: number;
  /** The copy has a newer version: only that it was seen is to be noted. */
  readonly stale: boolean;
}

export interface PageAnswer {
  readonly products: readonly ResellerProductParent[];
  readonly total: number | undefined;
  /** Seconds for which it was kept on its way; undefined when it was not. */
  readonly age: number | undefined;
  /** Monotonic clock when it was asked for, and when it was there. */
  readonly askedAt: number;
  readonly now: number;
  /** The wall clock. */
  readonly wall: number;
}

export interface Taken {
  readonly state: SweepState;
  readonly rows: readonly TakenRow[];
  /** What came to its end with this answer. */
  readonly ended: "sweep" | "delta" | undefined;
}

export const emptySweep = (size: number, now: number): SweepState => ({
  version: 1,
  order: "updated",
  size,
  pass: 0,
  largest: null,
  ahead: null,
  settled: ever,
  swept: false,
  restless: false,
  sweep: null,
  delta: null,
  now,
});

/** What every pass over all pages begins with. */
export const newPass = (pass: number, now: number) =>
  ({
    stage: "reading",
    reading: startReading(ever, now),
    pass,
    seen: 0,
    hash: 0,
    pages: 0,
    useful: 0,
    idle: 0,
  }) as const;

/** Begins to read everything; `repeat` when the copy holds rows already. */
export const startSweep = (state: SweepState, repeat: boolean, now: number): SweepState => ({
  ...state,
  pass: state.pass + 1,
  sweep: {
    ...newPass(state.pass + 1, now),
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

/** A state as it was written down, for a clock that began anew; undefined when it is none of this version. */
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
    // Few pages: it begins again.
    delta: delta && startReading(delta.from, now),
    sweep: sweep && {
      ...sweep,
      reading: resumeReading(sweep.reading, at),
      startedAt: sweep.startedAt + by,
      notBefore: sweep.notBefore + by,
    },
  };
};
