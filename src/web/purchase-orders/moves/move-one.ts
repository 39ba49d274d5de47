import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { MoveState } from "./move-state.ts";
import { isMoved, type MoveKind, orderMoves } from "./order-moves.ts";

/** How one order is moved and read. */
export interface MoveWays {
  /** Sends once. */
  readonly send: (id: number) => Promise<PurchaseOrder>;
  readonly read: (id: number) => Promise<PurchaseOrder>;
}

/** Nothing happened, and every further order would meet the same. */
export interface Held {
  readonly kind: "held";
  readonly why: string;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Refusals that are not about the order: who asks, how often, or whether anybody listens. */
const notAboutTheOrder = new Set([401, 429, 501, 503]);

/** Reads an order whose sending had no answer, and tells from its status what became of it. Nothing is sent. */
export const settleOne = async (
  move: MoveKind,
  id: number,
  { read }: MoveWays,
  why: string,
): Promise<MoveState> => {
  try {
    const order = await read(id);
    if (isMoved(move, order)) return { kind: "found" };
    const whyNot = orderMoves[move].whyNot(order);
    return whyNot === undefined ? { kind: "unmoved", why } : { kind: "refused", why: whyNot };
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { kind: "refused", why: wordsOf(error) }
      : { kind: "unknown", why: wordsOf(error) };
  }
};

const afterFailure = async (
  error: unknown,
  move: MoveKind,
  id: number,
  ways: MoveWays,
): Promise<MoveState | Held> => {
  const why = wordsOf(error);
  if (!(error instanceof ApiError) || error.outcome !== "refused")
    return settleOne(move, id, ways, why);
  if (notAboutTheOrder.has(error.status)) return { kind: "held", why };
  // Acknowledged twice is answered 400 (neighbours): the order is where it should be.
  return error.status === 400 && /\balready\b/i.test(why)
    ? { kind: "already" }
    : { kind: "refused", why };
};

/** Moves one order: sent once, whatever becomes of it; without an answer it is read again, never sent again. */
export const moveOne = async (
  move: MoveKind,
  id: number,
  ways: MoveWays,
): Promise<MoveState | Held> => {
  try {
    const order = await ways.send(id);
    return isMoved(move, order)
      ? { kind: "done" }
      : {
          kind: "refused",
          why: "The API accepted the request, but the order's status didn't change.",
        };
  } catch (error) {
    return afterFailure(error, move, id, ways);
  }
};
