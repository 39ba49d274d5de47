import { afterUnread, changeRecord, findResult } from "./change-record.ts";
import type { Halt, RunKind } from "./run-kind.ts";
import { isOpen, type RunLine, type RunLineState } from "./run-line.ts";

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
