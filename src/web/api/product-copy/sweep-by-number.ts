import { applyCap, isRepeating, lateMs, type Reading, startReading } from "./reading.ts";
import { type Advance, completeSweep, finishSweep, proceed } from "./sweep-end.ts";
import { type PageAnswer, startPass, type SweepJob, type SweepState } from "./sweep-state.ts";

/*
 * Reads pages by number where the upstream doesn't order them by update time: repeatedly, until two consecutive rounds
 * see the same products.
 */

/**
 * After this many rounds without two equal ones, the last round is accepted: the upstream is busy and has another
 * order.
 */
const maxRounds = 6;

/** A check restarts up to this often if something changed in the meantime; then the next check continues. */
const maxCheckRounds = 3;

/** The minimum numbers of consecutive pages without new rows that count as idle or endless. */
const idleFrom = 3;
const endlessFrom = 20;

/** Switches to reading pages by number, because they are not ordered by update time. */
export const readByNumber = (state: SweepState, now: number): SweepState => {
  const { sweep, delta } = state;
  const pass = sweep ? state.pass + 1 : state.pass;
  return {
    ...state,
    order: "other",
    pass,
    delta: delta && startReading(delta.from, now),
    // Rows of an earlier pass that no later pass sees are gone.
    sweep: sweep && {
      ...sweep,
      ...startPass(pass, now),
      repeat: true,
      peek: null,
      before: null,
      round: 1,
    },
  };
};

const endRound = (state: SweepState, job: SweepJob, now: number): Advance => {
  const alike = job.before?.seen === job.seen && job.before.hash === job.hash;
  if (alike)
    return finishSweep(
      { ...state, restless: false, settled: computeSettledSince(state, job.reading) },
      job,
    );
  if (job.round >= maxRounds) return completeSweep({ ...state, restless: true });
  const pass = state.pass + 1;
  const before = { seen: job.seen, hash: job.hash };
  const sweep = { ...job, ...startPass(pass, now), before, round: job.round + 1 };
  return proceed({ ...state, pass, sweep });
};

/** The moment up to which an unordered reading without new rows is complete: everything before its start. */
const computeSettledSince = (
  { largest, ahead, settled }: SweepState,
  { startedAt, cap }: Reading,
): number =>
  largest === null || ahead === null
    ? settled
    : Math.max(settled, Math.min(largest, Math.floor(startedAt + applyCap(ahead, cap)) - lateMs));

/**
 * Whether pages stopped bringing new rows: an upstream without pages always answers the same. Rows that moved to later
 * pages are seen again too, but rarely for more pages than all useful ones before.
 */
const isIdle = ({ idle, useful }: SweepJob): boolean => idle >= idleFrom && idle > useful;

/** Whether the pages never end. Changed rows appear once more at the end, but not this often. */
export const isEndless = ({ idle, useful }: SweepJob): boolean =>
  idle >= endlessFrom && idle > 4 * useful;

export const advanceSweepByNumber = (
  state: SweepState,
  job: SweepJob,
  answer: PageAnswer,
): Advance => {
  if (answer.products.length === 0 || isIdle(job)) return endRound(state, job, answer.now);
  const reading = { ...job.reading, page: job.reading.page + 1 };
  return proceed({ ...state, sweep: { ...job, reading, pages: job.pages + 1 } });
};

export const advanceDeltaByNumber = (
  state: SweepState,
  delta: Reading,
  answer: PageAnswer,
): Advance => {
  // It is unknown what such an upstream omitted: nothing counts as complete.
  if (isRepeating(delta)) return { state: { ...state, delta: null }, ended: "delta" };
  if (answer.products.length > 0)
    return proceed({ ...state, delta: { ...delta, page: delta.page + 1 } });
  if (delta.changed > 0)
    return delta.round >= maxCheckRounds
      ? { state: { ...state, restless: true, delta: null }, ended: "delta" }
      : proceed({ ...state, delta: startReading(delta.from, answer.now, delta.round + 1) });
  const settled = computeSettledSince(state, delta);
  return { state: { ...state, settled, restless: false, delta: null }, ended: "delta" };
};
