import type { ResellerProductParent } from "#contract/products.ts";
import {
  advanceReading,
  applyCap,
  computeSettled,
  isRepeating,
  lateMs,
  type Reading,
  type ReadPage,
  startReading,
  withPrint,
} from "./reading.ts";
import {
  type Advance,
  type AppliedAnswer,
  completeSweep,
  earliestMoment,
  finishSweep,
  isOlder,
  type KnownRow,
  type PageAnswer,
  type PageRequest,
  proceed,
  readRowFacts,
  type RowWrite,
  startPass,
  type SweepJob,
  type SweepState,
} from "./sweep-state.ts";

/*
 * Applies answers until the copy equals the upstream's products; `nextStep` decides which page to request next. Pure
 * functions: the state is plain JSON, clocks are passed in, and the caller may stop after any answer and continue from
 * the state stored with that answer's rows.
 *
 * A sweep reads everything by a cursor, oldest update first. It ends with a fresh reading of recent changes and a
 * count: a page past the last known one must be empty; otherwise the upstream lists in another order. Then pages are
 * read by number, repeatedly, until two consecutive rounds see the same products.
 */

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

/** Dates further in the future than this are errors; they do not indicate the upstream's clock. */
const maxAheadMs = 366 * 86_400_000;

/** Hashes an id to 32 bits, so that adjacent ids have unrelated hashes. */
const hashId = (id: number): number => {
  const low = Math.imul((id ^ (id / 2 ** 32)) | 0, 0x9e3779b1);
  return Math.imul(low ^ (low >>> 15), 0x85ebca6b) >>> 0;
};

/** Converts a page to the rows to write, and collects what they show about the upstream. */
const readRows = (
  state: SweepState,
  { products, age, now, wall }: PageAnswer,
  after: number,
  knownOf: (id: number) => KnownRow | undefined,
) => {
  const byId = new Map<number, RowWrite>();
  let { largest, ahead } = state;
  const reading = { unreadable: 0, fresh: 0, hash: 0, changed: 0, print: 0 };
  for (const product of products) {
    const facts = readRowFacts(product);
    if (facts === undefined) {
      reading.unreadable += 1;
      continue;
    }
    if (!byId.has(facts.id)) reading.print += hashId(facts.id);
    const known = byId.has(facts.id) ? undefined : knownOf(facts.id);
    if (!byId.has(facts.id) && known?.pass !== state.pass) {
      reading.fresh += 1;
      reading.hash += hashId(facts.id);
    }
    const same = known?.updated === facts.updated && known.newestVariant === facts.newestVariant;
    if (!same) reading.changed += 1;
    const stale = age !== undefined && known !== undefined && isOlder(facts, known);
    byId.set(facts.id, { facts, product, pass: state.pass, stale });
    if (facts.updatedUp === null || facts.updatedUp > wall + maxAheadMs) continue;
    largest = Math.max(largest ?? facts.updatedUp, facts.updatedUp);
    const lead = facts.updatedUp - (now - (age ?? 0) * 1_000);
    ahead = Math.max(ahead ?? lead, lead);
  }
  const rows = [...byId.values()];
  const old = rows.length > 0 && rows.every(({ facts }) => (facts.updated ?? after) < after);
  return { rows, upstream: { largest, ahead }, old, ...reading };
};

/** Whether a page is ordered by update time, oldest first, and contains only what was requested. */
const isInOrder = (products: readonly ResellerProductParent[], after: number): boolean => {
  let last = after;
  for (const product of products) {
    const updated = readRowFacts(product)?.updated ?? null;
    if (updated === null) continue;
    if (updated < last) return false;
    last = updated;
  }
  return true;
};

/** The latest update time on a page; null if it has none. */
const findLatestMoment = (products: readonly ResellerProductParent[]): number | null =>
  products.reduce<number | null>((last, product) => {
    const updated = readRowFacts(product)?.updated ?? null;
    return updated === null ? last : Math.max(last ?? updated, updated);
  }, null);

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
