import { type Held, moveOne, type MoveWays, settleOne } from "./move-one.ts";
import { isOpen, type MoveLine, type MoveState } from "./move-state.ts";
import type { MoveKind } from "./order-moves.ts";

/** The reason why a run ended. */
export type RunEnd = { readonly kind: "over" } | { readonly kind: "paused" } | Held;

interface RunWork extends MoveWays {
  readonly move: MoveKind;
  readonly lines: readonly MoveLine[];
  /** Checked before each order: the current order is finished, no other is started. */
  readonly paused: () => boolean;
  /** Resolves once an order's state is stored permanently. */
  readonly keep: (line: MoveLine) => Promise<void>;
}

const noAnswerBefore = "The page was closed during the request.";

/** Whether an order may have been sent before: then it is read instead of sent again. */
const mayHaveLeft = ({ kind }: MoveState): boolean => kind === "sending" || kind === "unknown";

const stepOf = async (line: MoveLine, work: RunWork): Promise<MoveState | Held> => {
  const { move } = work;
  if (mayHaveLeft(line.state)) {
    const why = line.state.kind === "unknown" ? line.state.why : noAnswerBefore;
    return settleOne(move, line.id, work, why);
  }
  await work.keep({ ...line, state: { kind: "sending" } });
  return moveOne(move, line.id, work);
};

const notKept = (error: unknown): Held => ({
  kind: "held",
  why: `This browser can't record the progress (${error instanceof Error ? error.message : String(error)}). No more orders are sent.`,
});

const takeStep = async (line: MoveLine, work: RunWork): Promise<Held | undefined> => {
  try {
    const state = await stepOf(line, work);
    if (state.kind === "held") {
      await work.keep({ ...line, state: { kind: "waiting" } });
      return state;
    }
    await work.keep({ ...line, state });
    return state.kind === "unknown" ? { kind: "held", why: state.why } : undefined;
  } catch (error) {
    return notKept(error);
  }
};

/**
 * Changes the status of one order after the other. Settled orders are skipped, so the same call continues an earlier
 * run.
 */
export const runMoves = async (work: RunWork): Promise<RunEnd> => {
  for (const line of work.lines.filter(isOpen)) {
    if (work.paused()) return { kind: "paused" };
    const held = await takeStep(line, work);
    if (held) return held;
  }
  return { kind: "over" };
};
