import type { CatalogProblem, CatalogState } from "#contract/catalog.ts";
import { pageSize } from "#contract/limits.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import type { Failure } from "#gateway/server/problems.ts";
import { advanceReading, type ReadPage, type Reading, startReading } from "./read-pages.ts";

/** What is known of a channel, and the reading under way. Times are milliseconds since 1970 by the gateway's clock. */
export interface SweepState {
  readonly reading: Reading | null;
  /** The number of the last reading. */
  readonly pass: number;
  /** The last reading of all products, and the number of the one before it. */
  readonly swept: {
    readonly pass: number;
    readonly before: number;
    readonly from: number;
    readonly at: number;
  } | null;
  /** The latest moment of a product. */
  readonly latest: number | null;
  readonly checkedAt: number | null;
  readonly nextCheckAt: number | null;
  /** Looks in a row that found no change. */
  readonly quiet: number;
  /** The upstream returns all products, whatever moment is asked: looking for changes is reading all. */
  readonly ignoresMoment: boolean;
  readonly unreadable: number;
  readonly failures: number;
  readonly problem: CatalogProblem | null;
  /** Null with a problem: it is stopped. */
  readonly waitingUntil: number | null;
}

const emptyState: SweepState = {
  reading: null,
  pass: 0,
  swept: null,
  latest: null,
  checkedAt: null,
  nextCheckAt: null,
  quiet: 0,
  ignoresMoment: false,
  unreadable: 0,
  failures: 0,
  problem: null,
  waitingUntil: null,
};

export const readState = (text: string): SweepState => ({
  ...emptyState,
  ...(JSON.parse(text) as Partial<SweepState>),
});

/** What a person asked for. */
export type Asked = "changes" | "everything";

/** A product may become visible this long after its moment: the duration of its transaction. */
const lateMs = 60_000;
/** Prices and stock change without a new moment. */
const sweepEveryMs = 86_400_000;
const check = { everyMs: 60_000, quietMs: 300_000 } as const;
const backOff = { firstMs: 5_000, longestMs: 300_000 } as const;

interface Need {
  readonly asked: Asked | null;
  /** Whether there was a request about the channel within the last minutes. */
  readonly isUsed: boolean;
  readonly now: number;
}

const chooseKind = (
  state: SweepState,
  { asked, isUsed, now }: Need,
): Reading["kind"] | undefined => {
  const { swept, nextCheckAt, ignoresMoment } = state;
  if (swept === null || asked === "everything") return "all";
  const isDue = isUsed && (nextCheckAt ?? 0) <= now;
  if (asked === null && !isDue) return undefined;
  return ignoresMoment || (asked === null && swept.from + sweepEveryMs <= now) ? "all" : "changes";
};

/** The reading whose next page is due; undefined if there is none now. */
export const chooseReading = (state: SweepState, need: Need): Reading | undefined => {
  const { reading, problem, waitingUntil, pass, latest, swept } = state;
  const { asked, now } = need;
  if (asked === null && problem !== null && (waitingUntil === null || waitingUntil > now))
    return undefined;
  if (reading !== null && (asked !== "everything" || reading.kind === "all")) return reading;
  const kind = chooseKind(state, need);
  if (kind === undefined) return undefined;
  // A moment in the future would hide all changes until then.
  const known = Math.min(latest ?? 0, swept?.from ?? 0);
  return startReading(kind, pass + 1, kind === "all" ? 0 : Math.max(0, known - lateMs), now);
};

export interface StoredPage extends ReadPage {
  readonly unreadable: number;
}

/** The state after a page, and whether its reading found all that there are. */
export const takePage = (
  state: SweepState,
  asked: Reading,
  page: StoredPage,
  now: number,
): { state: SweepState; over: Reading | undefined } => {
  const { reading, isOver, ignoresMoment } = advanceReading(asked, page);
  const isFirst = asked.pages === 0 && asked.kind === "all";
  const read: SweepState = {
    ...state,
    pass: reading.pass,
    reading: isOver ? null : reading,
    latest: page.moments.reduce(
      (one, other) => (other > one ? other : one),
      state.latest ?? Number.NEGATIVE_INFINITY,
    ),
    ignoresMoment: state.ignoresMoment || ignoresMoment,
    unreadable: (isFirst ? 0 : state.unreadable) + page.unreadable,
    failures: 0,
    problem: null,
    waitingUntil: null,
  };
  if (!isOver) return { state: read, over: undefined };
  const quiet = reading.changed ? 0 : state.quiet + 1;
  const every = read.ignoresMoment
    ? Math.max(check.quietMs, 4 * (now - reading.startedAt))
    : Math.min(check.quietMs, check.everyMs * 2 ** Math.min(quiet, 4));
  const swept = {
    pass: reading.pass,
    before: state.swept?.pass ?? 0,
    from: reading.startedAt,
    at: now,
  };
  return {
    over: reading,
    state: {
      ...read,
      ...(reading.kind === "all" ? { swept } : {}),
      quiet,
      checkedAt: now,
      nextCheckAt: now + every,
    },
  };
};

const kindOf = (status: number): CatalogProblem["kind"] =>
  status === 0
    ? "offline"
    : status === 429
      ? "limit"
      : status === 401 || status === 403
        ? "token"
        : isPassing(status)
          ? "upstream"
          : "channel";

/** Whether waiting may help. */
const isPassing = (status: number): boolean =>
  status < 400 || status === 408 || status === 429 || (status >= 500 && status !== 501);

/** Failures of the gateway's own, before anything was sent. */
const ownStatus: Partial<Record<Failure["kind"], number>> = {
  "token-missing": 401,
  "token-refused": 401,
  "rate-limited": 429,
};

type FailedVerdict = Pick<
  Extract<Verdict, { kind: "failure" }>,
  "failure" | "status" | "retryAfterMs"
>;

/** The state after a failure: it waits, each time longer, or stops until a person mends the cause. */
export const takeFailure = (
  state: SweepState,
  { failure, status: answered, retryAfterMs }: FailedVerdict,
  now: number,
): SweepState => {
  const status = answered ?? ownStatus[failure.kind] ?? 0;
  // After a refused token, this gateway itself refuses for a while.
  const passes = isPassing(status) || (answered === undefined && failure.kind === "token-refused");
  const longer = Math.min(backOff.longestMs, backOff.firstMs * 2 ** Math.min(state.failures, 8));
  return {
    ...state,
    failures: state.failures + 1,
    problem: { kind: kindOf(status), status, detail: failure.detail ?? "" },
    waitingUntil: passes ? now + Math.max(longer, retryAfterMs ?? 0) : null,
  };
};

const phaseOf = (state: SweepState, asked: Asked | null): CatalogState["phase"] => {
  const { problem, waitingUntil, reading, swept } = state;
  if (problem !== null) return waitingUntil === null ? "stopped" : "waiting";
  if (swept === null || reading?.kind === "all" || asked === "everything") return "loading";
  return reading === null && asked === null ? "fresh" : "checking";
};

const describeSweep = (state: SweepState, products: number, now: number): CatalogState["sweep"] => {
  const { reading, swept } = state;
  if (reading?.kind !== "all") return null;
  const { pages, seen, startedAt } = reading;
  const isFirst = swept === null;
  const total = reading.total ?? (isFirst ? null : products);
  const left = total === null ? null : Math.max(0, total - seen) / pageSize.maximum;
  return {
    first: isFirst,
    pages,
    seen,
    total: reading.total,
    startedAt,
    leftMs: left === null || pages === 0 ? null : Math.round(((now - startedAt) / pages) * left),
  };
};

interface Described {
  readonly state: string;
  readonly products: number;
  readonly asked: Asked | null;
}

/** As the contract has it, without what the index knows. */
export const describeState = (
  { state: text, products, asked }: Described,
  now: number,
): Omit<CatalogState, "epoch" | "opening"> => {
  const known = readState(text);
  // It is tried again at once.
  const state = asked === null ? known : { ...known, problem: null, waitingUntil: null };
  return {
    phase: phaseOf(state, asked),
    products,
    sweep: describeSweep(state, products, now),
    sweptFrom: state.swept?.from ?? null,
    sweptAt: state.swept?.at ?? null,
    checkedAt: state.checkedAt,
    nextCheckAt: state.nextCheckAt,
    waitingUntil: state.waitingUntil,
    problem: state.problem,
    unreadable: state.unreadable,
  };
};
