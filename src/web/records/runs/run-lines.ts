import { ApiError, mayHaveHappened } from "#web/base/api-error.ts";
import { type Halt, isOpen, type RunKind, type RunLine, type RunLineState } from "./run-line.ts";

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Refusals that are not about the record: the token, the rate limit, an unsupported or unavailable API. */
const haltingStatuses = new Set([401, 429, 501, 503]);

/** The person's role, which may have changed during the run. */
const isHalting = ({ status, kind }: ApiError): boolean =>
  haltingStatuses.has(status) || kind === "role-too-low";

/** The gateway's problems that repeat a refusal by the API. */
const apiRefusals = new Set(["token-refused", "upstream-refused"]);

const halt = (error: ApiError): Halt => ({
  kind: "held",
  why: error.message,
  refused: apiRefusals.has(error.kind ?? ""),
  limited: error.status === 429,
});

/** Failures of a read that every further record would have too: no connection, and the refusals above. */
const haltingReads = new Set([0, 504, ...haltingStatuses]);

/** The result for a record that could not be read before its change was sent. */
const afterUnread = (error: unknown): RunLineState<never> | Halt => {
  if (error instanceof ApiError && (haltingReads.has(error.status) || isHalting(error)))
    return halt(error);
  const refused = error instanceof ApiError && [403, 404].includes(error.status);
  return { kind: refused ? "refused" : "unread", why: toMessage(error) };
};

/** Finds the result of a request whose response was lost from the record as it is now. Sends no change. */
export const findResult = async <C, D, S, R>(
  kind: RunKind<C, D, S, R>,
  change: C,
  id: number,
  sent: S,
  why: string,
): Promise<RunLineState<S>> => {
  try {
    return kind.afterLoss(change, await kind.read(id), sent, why);
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { kind: "refused", why: toMessage(error) }
      : { kind: "unknown", why: toMessage(error), sent };
  }
};

/** Sends one record's change once; if the response is lost, the record is read and never sent again. */
export const changeRecord = async <C, D, S, R>(
  kind: RunKind<C, D, S, R>,
  change: C,
  id: number,
  sent: S,
): Promise<RunLineState<S> | Halt> => {
  try {
    return kind.afterResponse(change, await kind.send(id, change, sent), sent);
  } catch (error) {
    const why = toMessage(error);
    if (!(error instanceof ApiError) || mayHaveHappened(error))
      return findResult(kind, change, id, sent, why);
    if (isHalting(error)) return halt(error);
    return kind.afterRefusal?.(error) ?? { kind: "refused", why };
  }
};

/** The reason why a run ended. */
export type RunEnd = { readonly kind: "over" } | { readonly kind: "paused" } | Halt;

interface RunWork<C, D, S, R> {
  readonly kind: RunKind<C, D, S, R>;
  readonly change: C;
  readonly lines: readonly RunLine<D, S>[];
  /** Checked before each record: the current record is finished, no other is started. */
  readonly paused: () => boolean;
  /** Resolves once a record's state is stored permanently. */
  readonly keep: (line: RunLine<D, S>) => Promise<void>;
}

const closedDuringRequest = "The page was closed during the request.";

/** After so many records in a row that couldn't be read, the API has a problem, not the records. */
const mostUnread = 3;

/** How often the same record is tried again after the rate limit, which refuses a request without executing it. */
const mostLimited = 3;

const processLine = async <C, D, S, R>(
  line: RunLine<D, S>,
  { kind, change, keep }: RunWork<C, D, S, R>,
): Promise<RunLineState<S> | Halt> => {
  const { id, state } = line;
  // It may have been sent before: then it is read instead of sent again.
  if (state.kind === "sending")
    return findResult(kind, change, id, state.sent, closedDuringRequest);
  if (state.kind === "unknown") return findResult(kind, change, id, state.sent, state.why);
  const prepared = await kind.prepare(change, line, () => kind.read(id)).catch(afterUnread);
  if (prepared.kind !== "ready") return prepared;
  await keep({ ...line, state: { kind: "sending", sent: prepared.sent } });
  return changeRecord(kind, change, id, prepared.sent);
};

const haltUnstored = (error: unknown): Halt => ({
  kind: "held",
  why: `This browser can't record the progress (${error instanceof Error ? error.message : String(error)}). Nothing more is sent.`,
});

/** Does everything for one record; returns its stored state, or why the run must stop. */
const takeStep = async <C, D, S, R>(
  line: RunLine<D, S>,
  work: RunWork<C, D, S, R>,
): Promise<RunLineState<S> | Halt> => {
  try {
    const state = await processLine(line, work);
    await work.keep({ ...line, state: state.kind === "held" ? { kind: "waiting" } : state });
    return state;
  } catch (error) {
    return haltUnstored(error);
  }
};

/** Repeats the step of a record while the rate limit refuses it. */
const takeSteps = async <C, D, S, R>(
  line: RunLine<D, S>,
  work: RunWork<C, D, S, R>,
): Promise<RunLineState<S> | RunEnd> => {
  for (let limited = 0; ; limited++) {
    if (work.paused()) return { kind: "paused" };
    const state = await takeStep(line, work);
    const again = state.kind === "held" && state.limited && limited < mostLimited;
    if (!again) return state;
  }
};

/**
 * Changes one record after the other. Settled records are skipped, so the same call continues an earlier run.
 */
export const runLines = async <C, D, S, R>(work: RunWork<C, D, S, R>): Promise<RunEnd> => {
  let unread = 0;
  for (const line of work.lines.filter(isOpen)) {
    const state = await takeSteps(line, work);
    if (state.kind === "paused" || state.kind === "held") return state;
    if (state.kind === "unknown") return { kind: "held", why: state.why };
    unread = state.kind === "unread" ? unread + 1 : 0;
    if (state.kind === "unread" && unread === mostUnread) return { kind: "held", why: state.why };
  }
  return { kind: "over" };
};
