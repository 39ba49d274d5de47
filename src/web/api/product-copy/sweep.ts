import { isInOrder, findLatestMoment, readRows } from "./read-rows.ts";
import {
  lateMs,
  type ReadPage,
  type Reading,
  advanceReading,
  isRepeating,
  computeSettled,
  startReading,
  withPrint,
} from "./reading.ts";
import {
  advanceDeltaByNumber,
  advanceSweepByNumber,
  isEndless,
  readByNumber,
} from "./sweep-by-number.ts";
import { type Advance, finishSweep, proceed } from "./sweep-end.ts";
import {
  earliestMoment,
  type KnownRow,
  type PageAnswer,
  type PageRequest,
  type SweepJob,
  type SweepState,
  type AppliedAnswer,
} from "./sweep-state.ts";

/*
 * Applies answers until the copy equals the upstream's products; sweep-step.ts decides which page to request next. Pure
 * functions: the state is plain JSON, clocks are passed in, and the caller may stop after any answer and continue from
 * the state stored with that answer's rows.
 *
 * A sweep reads everything by a cursor, oldest update first. It ends with a fresh reading of recent changes and a
 * count: a page past the last known one must be empty; otherwise the upstream lists in another order. Then pages are
 * read by number, repeatedly, until two consecutive rounds see the same products.
 */

/** The number of attempts of the closing reading and the count before the upstream's order is assumed to differ. */
const countTries = 3;

const toReadPage = (state: SweepState, { products, age, askedAt }: PageAnswer): ReadPage => ({
  full: products.length >= state.size,
  last: findLatestMoment(products),
  asOf: askedAt - (age === undefined ? 0 : (age + 1) * 1_000),
  fresh: age === undefined,
});

const advanceDeltaByCursor = (state: SweepState, delta: Reading, answer: PageAnswer): Advance => {
  if (isRepeating(delta)) return proceed(readByNumber(state, answer.now));
  const { reading, over } = advanceReading(delta, toReadPage(state, answer), state);
  if (!over) return proceed({ ...state, delta: reading });
  const settled = Math.max(state.settled, computeSettled(reading, true, state));
  return { state: { ...state, settled, delta: null }, ended: "delta" };
};

/** The minimum number of pages for which an early request of the last page is worthwhile. */
const peekFrom = 4;

const choosePeek = (state: SweepState, job: SweepJob, { total }: PageAnswer): number | null => {
  const pages = Math.ceil((total ?? 0) / state.size);
  return job.pages === 0 && pages >= peekFrom ? pages : null;
};

const handlePeek = (state: SweepState, job: SweepJob, { products, now }: PageAnswer): Advance => {
  const sound = isInOrder(products, (job.firstPageLast ?? earliestMoment) - lateMs);
  return proceed(sound ? { ...state, sweep: { ...job, peek: null } } : readByNumber(state, now));
};

const advanceByCursor = (state: SweepState, job: SweepJob, answer: PageAnswer): Advance => {
  if (job.peek !== null) return handlePeek(state, job, answer);
  if (isRepeating(job.reading) || isEndless(job)) return proceed(readByNumber(state, answer.now));
  const { reading, over } = advanceReading(job.reading, toReadPage(state, answer), state);
  const read = { ...job, reading, pages: job.pages + (job.stage === "reading" ? 1 : 0) };
  if (!over) {
    const first = {
      peek: choosePeek(state, job, answer),
      firstPageLast: findLatestMoment(answer.products),
    };
    return proceed({ ...state, sweep: { ...read, ...(job.pages === 0 ? first : {}) } });
  }
  const settled = Math.max(state.settled, computeSettled(reading, true, state));
  if (job.stage === "reading" || (reading.doubt && job.repeat))
    return proceed({
      ...state,
      settled,
      sweep: startClosing(read, computeSettled(reading, true, state), answer),
    });
  return proceed({ ...state, settled, sweep: { ...read, stage: "counting" } });
};

/** Starts another closing reading; after a doubtful one, only when no row can appear late any more. */
const startClosing = (job: SweepJob, from: number, { now }: PageAnswer): SweepJob => ({
  ...job,
  stage: "closing",
  reading: startReading(from, now),
  notBefore: job.stage === "closing" && job.reading.doubt ? now + lateMs : now,
});

const handleCount = (
  state: SweepState,
  job: SweepJob,
  page: number,
  answer: PageAnswer,
): Advance => {
  const here = answer.products.length;
  // More pages may follow a full one.
  const whole = here < state.size && (page - 1) * state.size + here <= job.seen + job.unreadable;
  if (here === 0 || whole) return finishSweep(state, job);
  const tries = job.tries + 1;
  if (tries >= countTries) return proceed(readByNumber(state, answer.now));
  return proceed({ ...state, sweep: { ...startClosing(job, state.settled, answer), tries } });
};

const advanceSweep = (
  state: SweepState,
  job: SweepJob,
  request: PageRequest,
  answer: PageAnswer,
): Advance => {
  if (state.order === "other") return advanceSweepByNumber(state, job, answer);
  if (!isInOrder(answer.products, request.after)) return proceed(readByNumber(state, answer.now));
  return job.stage === "counting"
    ? handleCount(state, job, request.page, answer)
    : advanceByCursor(state, job, answer);
};

const advanceDelta = (
  state: SweepState,
  delta: Reading,
  request: PageRequest,
  answer: PageAnswer,
) => {
  if (state.order === "other") return advanceDeltaByNumber(state, delta, answer);
  if (!isInOrder(answer.products, request.after)) return proceed(readByNumber(state, answer.now));
  return advanceDeltaByCursor(state, delta, answer);
};

/** Applies an answer: returns the rows to write and the state to store with them. */
export const applyAnswer = (
  before: SweepState,
  request: PageRequest,
  answered: PageAnswer,
  knownOf: (id: number) => KnownRow | undefined,
): AppliedAnswer => {
  // A request that bypasses caches returns new data, even if a cache adds an age.
  const answer = request.fresh ? { ...answered, age: undefined } : answered;
  const { rows, upstream, print, ...read } = readRows(before, answer, request.after, knownOf);
  const isPage = request.job === "sweep" && before.sweep?.peek === null;
  const job = before.sweep && {
    ...before.sweep,
    ...(isPage && {
      reading: withPrint(before.sweep.reading, print, read.old),
      useful: before.sweep.useful + (read.fresh > 0 ? 1 : 0),
      idle: read.fresh > 0 ? 0 : before.sweep.idle + 1,
    }),
    seen: before.sweep.seen + read.fresh,
    hash: (before.sweep.hash + read.hash) % 2 ** 52,
    unreadable: before.sweep.unreadable + (request.job === "sweep" ? read.unreadable : 0),
    requests: before.sweep.requests + (request.job === "sweep" ? 1 : 0),
    total:
      request.after === earliestMoment ? (answer.total ?? before.sweep.total) : before.sweep.total,
  };
  const state = { ...before, ...upstream, now: answer.now, sweep: job };
  if (request.job === "sweep")
    return { rows, ...(job ? advanceSweep(state, job, request, answer) : proceed(state)) };
  const delta = before.delta ?? startReading(request.after, answer.askedAt);
  const changed = withPrint({ ...delta, changed: delta.changed + read.changed }, print, read.old);
  return { rows, ...advanceDelta({ ...state, delta: changed }, changed, request, answer) };
};
