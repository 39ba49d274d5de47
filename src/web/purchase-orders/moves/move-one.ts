import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { MoveState } from "./move-state.ts";
import { isMoved, type MoveKind, orderMoves } from "./order-moves.ts";

/** The requests for one order. */
export interface MoveWays {
  /** Sends exactly one request. */
  readonly send: (id: number) => Promise<PurchaseOrder>;
  readonly read: (id: number) => Promise<PurchaseOrder>;
}

/** Nothing was changed, and every further order would fail in the same way, so the run stops. */
export interface Held {
  readonly kind: "held";
  readonly why: string;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Refusals that are not about the order: the token, the rate limit, an unsupported or unavailable API. */
const notAboutTheOrder = new Set([401, 429, 501, 503]);

/** Finds the result of a request whose response was lost from the order's current status. Sends no change. */
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
  // A second acknowledgement gets a 400 (neighbours): the order already has the status.
  return error.status === 400 && /\balready\b/i.test(why)
    ? { kind: "already" }
    : { kind: "refused", why };
};

/** Changes one order's status. It is sent once; if the response is lost, the order is read and never sent again. */
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
