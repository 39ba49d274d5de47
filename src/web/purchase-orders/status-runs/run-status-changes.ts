import { type Halt, changeStatus, type OrderRequests, findResult } from "./change-status.ts";
import { isOpen, type RunLine, type RunLineState } from "./run-line.ts";
import type { StatusChange } from "./status-changes.ts";

/** The reason why a run ended. */
export type RunEnd = { readonly kind: "over" } | { readonly kind: "paused" } | Halt;

interface RunWork extends OrderRequests {
  readonly move: StatusChange;
  readonly lines: readonly RunLine[];
  /** Checked before each order: the current order is finished, no other is started. */
  readonly paused: () => boolean;
  /** Resolves once an order's state is stored permanently. */
  readonly keep: (line: RunLine) => Promise<void>;
}

const closedDuringRequest = "The page was closed during the request.";

/** Whether an order may have been sent before: then it is read instead of sent again. */
const mayHaveBeenSent = ({ kind }: RunLineState): boolean =>
  kind === "sending" || kind === "unknown";

const processLine = async (line: RunLine, work: RunWork): Promise<RunLineState | Halt> => {
  const { move } = work;
  if (mayHaveBeenSent(line.state)) {
    const why = line.state.kind === "unknown" ? line.state.why : closedDuringRequest;
    return findResult(move, line.id, work, why);
  }
  await work.keep({ ...line, state: { kind: "sending" } });
  return changeStatus(move, line.id, work);
};

const haltUnstored = (error: unknown): Halt => ({
  kind: "held",
  why: `This browser can't record the progress (${error instanceof Error ? error.message : String(error)}). No more orders are sent.`,
});

const takeStep = async (line: RunLine, work: RunWork): Promise<Halt | undefined> => {
  try {
    const state = await processLine(line, work);
    if (state.kind === "held") {
      await work.keep({ ...line, state: { kind: "waiting" } });
      return state;
    }
    await work.keep({ ...line, state });
    return state.kind === "unknown" ? { kind: "held", why: state.why } : undefined;
  } catch (error) {
    return haltUnstored(error);
  }
};

/**
 * Changes the status of one order after the other. Settled orders are skipped, so the same call continues an earlier
 * run.
 */
export const runStatusChanges = async (work: RunWork): Promise<RunEnd> => {
  for (const line of work.lines.filter(isOpen)) {
    if (work.paused()) return { kind: "paused" };
    const held = await takeStep(line, work);
    if (held) return held;
  }
  return { kind: "over" };
};
