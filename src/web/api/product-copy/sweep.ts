import { inOrder, lastOf, readRows } from "./read-rows.ts";
import {
  capped,
  lateMs,
  type ReadPage,
  type Reading,
  readOn,
  repeating,
  settledBy,
  startReading,
  withPrint,
} from "./reading.ts";
import {
  ever,
  type KnownRow,
  newPass,
  type PageAnswer,
  type PageRequest,
  type Step,
  type SweepJob,
  type SweepState,
  type Taken,
} from "./sweep-state.ts";

/*
 * Which pages to ask for so that a copy becomes what the upstream has, and stays so. Pure: the state is plain JSON, clocks
 * come from outside, and who asks may stop after any answer and go on from the state it wrote down with that answer's rows.
 *
 * A sweep reads everything by a cursor, the least recently updated first. It closes with a fresh reading of what changed
 * meanwhile and with a count: a page past the last that it knows of must be empty, or the upstream lists in an order of
 * its own. Then pages are read by number, again and again until two rounds in a row see the same products.
 */

/** How long an answer may have been kept on its way, with a second for rounding. */
const keptMs = 61_000;

/** How often the closing reading and the count are tried before the upstream's order is doubted. */
const countTries = 3;

/** After so many rounds without two alike, a busy upstream of another order is taken as it was seen. */
const maxRounds = 6;

/** A look begins anew so often when something changed meanwhile; then the next look goes on. */
const maxLookRounds = 3;

/** Fewer pages without a new row say nothing. */
const idleFrom = 3;
const endlessFrom = 20;

type Place = Pick<Reading, "after" | "page">;

const requestOf = (job: PageRequest["job"], { after, page }: Place, fresh: boolean): Step => ({
  kind: "ask",
  request: { job, after, page, fresh },
});

/** Past the last page that the products seen would fill. */
const countPage = ({ seen, unreadable }: SweepJob, size: number): number =>
  Math.max(2, Math.floor((seen + unreadable) / size) + 1);

/** The page that a sweep reads next. */
const placeOf = (job: SweepJob, size: number): Place => {
  if (job.stage === "counting") return { after: ever, page: countPage(job, size) };
  return job.peek === null ? job.reading : { after: ever, page: job.peek };
};

/**
 * Whether an answer is to what a state asks for. A tab that lost the lead while a page was on its way must not write it
 * over what another has read since.
 */
export const awaits = (state: SweepState, { job, after, page }: PageRequest): boolean => {
  const { sweep, size, settled } = state;
  const delta = () => state.delta ?? { after: settled, page: 1 };
  const asked = job === "delta" ? delta() : sweep && placeOf(sweep, size);
  return asked?.after === after && asked.page === page;
};

const sweepStep = (state: SweepState, job: SweepJob, now: number): Step => {
  if (job.stage === "marking") return { kind: "mark-gone", pass: job.pass };
  const place = placeOf(job, state.size);
  if (job.stage === "counting") return requestOf("sweep", place, true);
  if (job.stage === "closing" && now < job.notBefore) return { kind: "rest", until: job.notBefore };
  if (job.peek !== null) return requestOf("sweep", place, true);
  const { reading } = job;
  const early = job.repeat && now - job.startedAt < keptMs;
  const fresh =
    state.order === "other" ||
    job.stage === "closing" ||
    early ||
    reading.again ||
    reading.way === "down";
  return requestOf("sweep", place, fresh);
};

/** What to do next. `look`: what changed is to be asked for now, in the midst of a sweep too, once there was a whole one. */
export const nextStep = (
  state: SweepState,
  { now, look }: { readonly now: number; readonly look: boolean },
): Step => {
  if (state.delta) return requestOf("delta", state.delta, true);
  if (look && state.swept) return requestOf("delta", startReading(state.settled, now), true);
  return state.sweep ? sweepStep(state, state.sweep, now) : { kind: "rest", until: undefined };
};

const pageOf = (state: SweepState, { products, age, askedAt }: PageAnswer): ReadPage => ({
  full: products.length >= state.size,
  last: lastOf(products),
  asOf: askedAt - (age === undefined ? 0 : (age + 1) * 1_000),
  fresh: age === undefined,
});

type Moved = Pick<Taken, "state" | "ended">;
const on = (state: SweepState): Moved => ({ state, ended: undefined });

const sweptWhole = (state: SweepState): Moved => ({
  state: { ...state, sweep: null, swept: true },
  ended: "sweep",
});

/** After everything was seen: what was not is gone, where there was a copy before. */
const seenAll = (state: SweepState, job: SweepJob): Moved =>
  job.repeat ? on({ ...state, sweep: { ...job, stage: "marking" } }) : sweptWhole(state);

/** Reads all pages by number from now on: they are not in the order of their moments. */
const readByNumber = (state: SweepState, now: number): SweepState => {
  const { sweep, delta } = state;
  const pass = sweep ? state.pass + 1 : state.pass;
  return {
    ...state,
    order: "other",
    pass,
    delta: delta && startReading(delta.from, now),
    // A row of an earlier pass that no later one sees is gone.
    sweep: sweep && {
      ...sweep,
      ...newPass(pass, now),
      repeat: true,
      peek: null,
      before: null,
      round: 1,
    },
  };
};

const endRound = (state: SweepState, job: SweepJob, now: number): Moved => {
  const alike = job.before?.seen === job.seen && job.before.hash === job.hash;
  if (alike)
    return seenAll({ ...state, restless: false, settled: settledSince(state, job.reading) }, job);
  if (job.round >= maxRounds) return sweptWhole({ ...state, restless: true });
  const pass = state.pass + 1;
  const before = { seen: job.seen, hash: job.hash };
  const sweep = { ...job, ...newPass(pass, now), before, round: job.round + 1 };
  return on({ ...state, pass, sweep });
};

/** What a reading without an order has settled once it brought nothing new: all from before it began. */
const settledSince = (
  { largest, ahead, settled }: SweepState,
  { startedAt, cap }: Reading,
): number =>
  largest === null || ahead === null
    ? settled
    : Math.max(settled, Math.min(largest, Math.floor(startedAt + capped(ahead, cap)) - lateMs));

/**
 * An upstream without pages answers the same for ever. Rows that moved to later pages are seen again as well, but hardly
 * for longer than everything before them took.
 */
const isIdle = ({ idle, useful }: SweepJob): boolean => idle >= idleFrom && idle > useful;

/** Rows that changed come once more at the end; so often they do not. */
const isEndless = ({ idle, useful }: SweepJob): boolean => idle >= endlessFrom && idle > 4 * useful;

const sweepByNumber = (state: SweepState, job: SweepJob, answer: PageAnswer): Moved => {
  if (answer.products.length === 0 || isIdle(job)) return endRound(state, job, answer.now);
  const reading = { ...job.reading, page: job.reading.page + 1 };
  return on({ ...state, sweep: { ...job, reading, pages: job.pages + 1 } });
};

const deltaByNumber = (state: SweepState, delta: Reading, answer: PageAnswer): Moved => {
  // Nobody knows what such an upstream left out: nothing is settled by it.
  if (repeating(delta)) return { state: { ...state, delta: null }, ended: "delta" };
  if (answer.products.length > 0)
    return on({ ...state, delta: { ...delta, page: delta.page + 1 } });
  if (delta.changed > 0)
    return delta.round >= maxLookRounds
      ? { state: { ...state, restless: true, delta: null }, ended: "delta" }
      : on({ ...state, delta: startReading(delta.from, answer.now, delta.round + 1) });
  const settled = settledSince(state, delta);
  return { state: { ...state, settled, restless: false, delta: null }, ended: "delta" };
};

const deltaByCursor = (state: SweepState, delta: Reading, answer: PageAnswer): Moved => {
  if (repeating(delta)) return on(readByNumber(state, answer.now));
  const { reading, over } = readOn(delta, pageOf(state, answer), state);
  if (!over) return on({ ...state, delta: reading });
  const settled = Math.max(state.settled, settledBy(reading, true, state));
  return { state: { ...state, settled, delta: null }, ended: "delta" };
};

/** Peeking at the last page is worth its request from here on. */
const peekFrom = 4;

const peekAt = (state: SweepState, job: SweepJob, { total }: PageAnswer): number | null => {
  const pages = Math.ceil((total ?? 0) / state.size);
  return job.pages === 0 && pages >= peekFrom ? pages : null;
};

const peeked = (state: SweepState, job: SweepJob, { products, now }: PageAnswer): Moved => {
  const sound = inOrder(products, (job.firstPageLast ?? ever) - lateMs);
  return on(sound ? { ...state, sweep: { ...job, peek: null } } : readByNumber(state, now));
};

const mainOrClosing = (state: SweepState, job: SweepJob, answer: PageAnswer): Moved => {
  if (job.peek !== null) return peeked(state, job, answer);
  if (repeating(job.reading) || isEndless(job)) return on(readByNumber(state, answer.now));
  const { reading, over } = readOn(job.reading, pageOf(state, answer), state);
  const read = { ...job, reading, pages: job.pages + (job.stage === "reading" ? 1 : 0) };
  if (!over) {
    const first = { peek: peekAt(state, job, answer), firstPageLast: lastOf(answer.products) };
    return on({ ...state, sweep: { ...read, ...(job.pages === 0 ? first : {}) } });
  }
  const settled = Math.max(state.settled, settledBy(reading, true, state));
  if (job.stage === "reading" || (reading.doubt && job.repeat))
    return on({ ...state, settled, sweep: close(read, settledBy(reading, true, state), answer) });
  return on({ ...state, settled, sweep: { ...read, stage: "counting" } });
};

/** Another closing reading; after a doubtful one, only when no row can come late any more. */
const close = (job: SweepJob, from: number, { now }: PageAnswer): SweepJob => ({
  ...job,
  stage: "closing",
  reading: startReading(from, now),
  notBefore: job.stage === "closing" && job.reading.doubt ? now + lateMs : now,
});

const counted = (state: SweepState, job: SweepJob, page: number, answer: PageAnswer): Moved => {
  const here = answer.products.length;
  // A full page may have others behind it.
  const whole = here < state.size && (page - 1) * state.size + here <= job.seen + job.unreadable;
  if (here === 0 || whole) return seenAll(state, job);
  const tries = job.tries + 1;
  if (tries >= countTries) return on(readByNumber(state, answer.now));
  return on({ ...state, sweep: { ...close(job, state.settled, answer), tries } });
};

const moveSweep = (
  state: SweepState,
  job: SweepJob,
  request: PageRequest,
  answer: PageAnswer,
): Moved => {
  if (state.order === "other") return sweepByNumber(state, job, answer);
  if (!inOrder(answer.products, request.after)) return on(readByNumber(state, answer.now));
  return job.stage === "counting"
    ? counted(state, job, request.page, answer)
    : mainOrClosing(state, job, answer);
};

const moveDelta = (state: SweepState, delta: Reading, request: PageRequest, answer: PageAnswer) => {
  if (state.order === "other") return deltaByNumber(state, delta, answer);
  if (!inOrder(answer.products, request.after)) return on(readByNumber(state, answer.now));
  return deltaByCursor(state, delta, answer);
};

/** What an answer changes: the rows to write, and the state to write with them. */
export const take = (
  before: SweepState,
  request: PageRequest,
  answered: PageAnswer,
  knownOf: (id: number) => KnownRow | undefined,
): Taken => {
  // What was asked for anew is new, whatever age a keeper writes on it.
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
    total: request.after === ever ? (answer.total ?? before.sweep.total) : before.sweep.total,
  };
  const state = { ...before, ...upstream, now: answer.now, sweep: job };
  if (request.job === "sweep")
    return { rows, ...(job ? moveSweep(state, job, request, answer) : on(state)) };
  const delta = before.delta ?? startReading(request.after, answer.askedAt);
  const changed = withPrint({ ...delta, changed: delta.changed + read.changed }, print, read.old);
  return { rows, ...moveDelta({ ...state, delta: changed }, changed, request, answer) };
};

/** What the sweep did not see is marked: it has come to its end. */
export const marked = (state: SweepState): SweepState => sweptWhole(state).state;
