import { isInOrder, findLatestMoment, readRows } from "./read-rows.ts";
import {
  applyCap,
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
  earliestMoment,
  type KnownRow,
  startPass,
  type PageAnswer,
  type PageRequest,
  type Step,
  type SweepJob,
  type SweepState,
  type AppliedAnswer,
} from "./sweep-state.ts";

/*
 * Decides which pages to request so that the copy equals the upstream's products. Pure functions: the state is plain
 * JSON, clocks are passed in, and the caller may stop after any answer and continue from the state stored with that
 * answer's rows.
 *
 * A sweep reads everything by a cursor, oldest update first. It ends with a fresh reading of recent changes and a
 * count: a page past the last known one must be empty; otherwise the upstream lists in another order. Then pages are
 * read by number, repeatedly, until two consecutive rounds see the same products.
 */

/** The maximum age of a cached answer, plus one second for rounding. */
const keptMs = 61_000;

/** The number of attempts of the closing reading and the count before the upstream's order is assumed to differ. */
const countTries = 3;

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

const toReadPage = (state: SweepState, { products, age, askedAt }: PageAnswer): ReadPage => ({
  full: products.length >= state.size,
  last: findLatestMoment(products),
  asOf: askedAt - (age === undefined ? 0 : (age + 1) * 1_000),
  fresh: age === undefined,
});

type Advance = Pick<AppliedAnswer, "state" | "ended">;
const proceed = (state: SweepState): Advance => ({ state, ended: undefined });

const completeSweep = (state: SweepState): Advance => ({
  state: { ...state, sweep: null, swept: true },
  ended: "sweep",
});

/** Ends a sweep that has seen everything: records of an existing copy that were not seen are gone. */
const finishSweep = (state: SweepState, job: SweepJob): Advance =>
  job.repeat ? proceed({ ...state, sweep: { ...job, stage: "marking" } }) : completeSweep(state);

/** Switches to reading pages by number, because they are not ordered by update time. */
const readByNumber = (state: SweepState, now: number): SweepState => {
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
const isEndless = ({ idle, useful }: SweepJob): boolean => idle >= endlessFrom && idle > 4 * useful;

const advanceSweepByNumber = (state: SweepState, job: SweepJob, answer: PageAnswer): Advance => {
  if (answer.products.length === 0 || isIdle(job)) return endRound(state, job, answer.now);
  const reading = { ...job.reading, page: job.reading.page + 1 };
  return proceed({ ...state, sweep: { ...job, reading, pages: job.pages + 1 } });
};

const advanceDeltaByNumber = (state: SweepState, delta: Reading, answer: PageAnswer): Advance => {
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

/** The state after missing records were marked as gone: the sweep is complete. */
export const endMarking = (state: SweepState): SweepState => completeSweep(state).state;
