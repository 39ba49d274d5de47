import type { ResellerProductParent } from "#contract/products.ts";
import { parseTime } from "#rules/iso-time.ts";
import { type Reading, resumeReading, startReading, type UpstreamFacts } from "./reading.ts";

/** The last moment that can be requested. A later date is an error and is ignored. */
const lastMoment = Date.UTC(9999, 11, 31);

/** Digits below the millisecond, which `Date` discards. */
const finerThanMs = /[.,]\d{3}\d*[1-9]\d*\s?(?:Z|[+-][\d:]+)?$/i;

/** The data of a product that the sweep uses. Moments are milliseconds since 1970; null if missing or invalid. */
interface RowFacts {
  readonly id: number;
  /** `updated_at`, rounded down. */
  readonly updated: number | null;
  /** `updated_at`, rounded up: nothing in the row is later. */
  readonly updatedUp: number | null;
  /** The latest `updated_at` of a variant; it changes with prices and stock, the parent's does not (api 2.2). */
  readonly newestVariant: number | null;
}

const parseMoment = (text: unknown): number | null => {
  const time = parseTime(text);
  return time === undefined || time > lastMoment ? null : time;
};

const findNewest = (variants: unknown): number | null => {
  if (!Array.isArray(variants)) return null;
  const times = variants
    .map((variant: { updated_at?: unknown } | null) => parseMoment(variant?.updated_at))
    .filter((time) => time !== null);
  // Not Math.max(...times): a hostile record may have more variants than a call takes arguments.
  return times.reduce<number | null>((newest, time) => Math.max(newest ?? time, time), null);
};

/** Reads the facts of a product; undefined without an id. Accepts malformed input. */
export const readRowFacts = (product: ResellerProductParent): RowFacts | undefined => {
  const { id, updated_at: text, variants } = product ?? {};
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  const updated = parseMoment(text);
  const finer = updated !== null && finerThanMs.test(text ?? "");
  return {
    id,
    updated,
    updatedUp: updated === null ? null : updated + (finer ? 1 : 0),
    newestVariant: findNewest(variants),
  };
};

/** Whether a row is older than another, as on a cached page. */
export const isOlder = (
  row: Pick<RowFacts, "updated" | "newestVariant">,
  than: Pick<RowFacts, "updated" | "newestVariant">,
): boolean => {
  const [own, other] = [row.updated ?? 0, than.updated ?? 0];
  return own === other ? (row.newestVariant ?? 0) < (than.newestVariant ?? 0) : own < other;
};

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
  readonly fresh: boolean;
}

type Step =
  | { readonly kind: "request"; readonly request: PageRequest }
  /** Records last seen in an earlier pass are gone; `endMarking` follows. */
  | { readonly kind: "mark-gone"; readonly pass: number }
  /** Nothing to do before a moment of this machine's clock, or at all. */
  | { readonly kind: "wait"; readonly until: number | undefined };

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
  readonly wall: number;
}

export interface AppliedAnswer {
  readonly state: SweepState;
  readonly rows: readonly RowWrite[];
  readonly ended: "sweep" | "delta" | undefined;
}

export const emptySweep = (size: number, now: number): SweepState => ({
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

/** Adapts a stored state to a restarted clock. */
export const resumeSweep = (state: SweepState, now: number): SweepState => {
  const by = now - state.now;
  const { sweep, delta, ahead } = state;
  const at = { now, by, ahead };
  return {
    ...state,
    now,
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

/** The maximum age of a cached answer, plus one second for rounding. */
const keptMs = 61_000;

type Place = Pick<Reading, "after" | "page">;

const createRequest = (job: PageRequest["job"], { after, page }: Place, fresh: boolean): Step => ({
  kind: "request",
  request: { job, after, page, fresh },
});

/** The page after the last one that the seen products fill. */
const countPage = ({ seen, unreadable }: SweepJob, size: number): number =>
  Math.max(2, Math.floor((seen + unreadable) / size) + 1);

/** The next page of a sweep. */
const nextPlace = (job: SweepJob, size: number): Place => {
  if (job.stage === "counting") return { after: earliestMoment, page: countPage(job, size) };
  return job.peek === null ? job.reading : { after: earliestMoment, page: job.peek };
};

/**
 * Whether the state expects this answer. A tab that lost the lead during a request must not overwrite what another tab
 * has read since.
 */
export const isAwaited = (state: SweepState, { job, after, page }: PageRequest): boolean => {
  const { sweep, size, settled } = state;
  const delta = () => state.delta ?? { after: settled, page: 1 };
  const expected = job === "delta" ? delta() : sweep && nextPlace(sweep, size);
  return expected?.after === after && expected.page === page;
};

const sweepStep = (state: SweepState, job: SweepJob, now: number): Step => {
  if (job.stage === "marking") return { kind: "mark-gone", pass: job.pass };
  const place = nextPlace(job, state.size);
  if (job.stage === "counting") return createRequest("sweep", place, true);
  if (job.stage === "closing" && now < job.notBefore) return { kind: "wait", until: job.notBefore };
  if (job.peek !== null) return createRequest("sweep", place, true);
  const { reading } = job;
  const early = job.repeat && now - job.startedAt < keptMs;
  const fresh =
    state.order === "other" ||
    job.stage === "closing" ||
    early ||
    reading.again ||
    reading.way === "down";
  return createRequest("sweep", place, fresh);
};

/**
 * Decides the next step. `check`: changes are requested now, also during a sweep, if one sweep was completed before.
 */
export const nextStep = (
  state: SweepState,
  { now, check }: { readonly now: number; readonly check: boolean },
): Step => {
  if (state.delta) return createRequest("delta", state.delta, true);
  if (check && state.swept) return createRequest("delta", startReading(state.settled, now), true);
  return state.sweep ? sweepStep(state, state.sweep, now) : { kind: "wait", until: undefined };
};

/** The state after an answer, and what it completed. */
export type Advance = Pick<AppliedAnswer, "state" | "ended">;

/** Nothing is completed yet. */
export const proceed = (state: SweepState): Advance => ({ state, ended: undefined });

export const completeSweep = (state: SweepState): Advance => ({
  state: { ...state, sweep: null, swept: true },
  ended: "sweep",
});

/** Ends a sweep that has seen everything: records of an existing copy that were not seen are gone. */
export const finishSweep = (state: SweepState, job: SweepJob): Advance =>
  job.repeat ? proceed({ ...state, sweep: { ...job, stage: "marking" } }) : completeSweep(state);

/** The state after missing records were marked as gone: the sweep is complete. */
export const endMarking = (state: SweepState): SweepState => completeSweep(state).state;
