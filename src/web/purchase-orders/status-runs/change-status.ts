import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { RunLineState } from "./run-line.ts";
import { hasNewStatus, type StatusChange, statusChangeDetails } from "./status-changes.ts";

/** The requests for one order. */
export interface OrderRequests {
  /** Sends exactly one request. */
  readonly send: (id: number) => Promise<PurchaseOrder>;
  readonly read: (id: number) => Promise<PurchaseOrder>;
}

/** Nothing was changed, and every further order would fail in the same way, so the run stops. */
export interface Halt {
  readonly kind: "held";
  readonly why: string;
}

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Refusals that are not about the order: the token, the rate limit, an unsupported or unavailable API. */
const haltingStatuses = new Set([401, 429, 501, 503]);

/** Finds the result of a request whose response was lost from the order's current status. Sends no change. */
export const findResult = async (
  move: StatusChange,
  id: number,
  { read }: OrderRequests,
  why: string,
): Promise<RunLineState> => {
  try {
    const order = await read(id);
    if (hasNewStatus(move, order)) return { kind: "found" };
    const whyNot = statusChangeDetails[move].whyNot(order);
    return whyNot === undefined ? { kind: "unmoved", why } : { kind: "refused", why: whyNot };
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { kind: "refused", why: toMessage(error) }
      : { kind: "unknown", why: toMessage(error) };
  }
};

const handleFailure = async (
  error: unknown,
  move: StatusChange,
  id: number,
  ways: OrderRequests,
): Promise<RunLineState | Halt> => {
  const why = toMessage(error);
  if (!(error instanceof ApiError) || error.outcome !== "refused")
    return findResult(move, id, ways, why);
  if (haltingStatuses.has(error.status)) return { kind: "held", why };
  // A second acknowledgement gets a 400 (neighbours): the order already has the status.
  return error.status === 400 && /\balready\b/i.test(why)
    ? { kind: "already" }
    : { kind: "refused", why };
};

/** Changes one order's status. It is sent once; if the response is lost, the order is read and never sent again. */
export const changeStatus = async (
  move: StatusChange,
  id: number,
  ways: OrderRequests,
): Promise<RunLineState | Halt> => {
  try {
    const order = await ways.send(id);
    return hasNewStatus(move, order)
      ? { kind: "done" }
      : {
          kind: "refused",
          why: "The API accepted the request, but the order's status didn't change.",
        };
  } catch (error) {
    return handleFailure(error, move, id, ways);
  }
};
