import type { BulkOperationName } from "#contract/bulk-runs.ts";
import type { Permission } from "#contract/people.ts";
import {
  findPurchaseOrderStatusHandle,
  whyNotAcknowledgeable,
  whyNotProcessable,
  whyNotStartable,
} from "#contract/purchase-order-states.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import {
  cachePurchaseOrder,
  changeOrderStatus,
  readPurchaseOrder,
} from "#web/api/purchase-orders.ts";
import { ApiError, mayHaveHappened } from "#web/base/api-error.ts";
import { capital } from "#web/base/format.ts";

/** The changes of an order's status that a user can make (api 3, neighbours). */
export type StatusChange = "acknowledge" | "process" | "start";

interface StatusChangeDetails {
  /** The label of the button: "Acknowledge". */
  readonly act: string;
  /** The work in progress: "Acknowledging". */
  readonly acting: string;
  /** The result: "acknowledged". */
  readonly done: string;
  /** The handle of the new status. */
  readonly handle: string;
  /** The reason why an order's status cannot be changed; undefined if it can. */
  readonly whyNot: (order: PurchaseOrder) => string | undefined;
  readonly operation: BulkOperationName;
  readonly permission: Permission;
  /** The effect, in words. */
  readonly meaning: string;
}

const getStatusHandle = ({ purchaseOrderStatus }: PurchaseOrder): string =>
  purchaseOrderStatus?.handle ??
  findPurchaseOrderStatusHandle(purchaseOrderStatus?.name ?? "") ??
  "";

export const statusChangeDetails: Readonly<Record<StatusChange, StatusChangeDetails>> = {
  acknowledge: {
    act: "Acknowledge",
    acting: "Acknowledging",
    done: "acknowledged",
    handle: "acknowledged",
    whyNot: whyNotAcknowledgeable,
    operation: "acknowledgePurchaseOrder",
    permission: purchaseOrderOperations.acknowledgePurchaseOrder,
    meaning: "This confirms that the source accepts the order.",
  },
  process: {
    act: "Mark as Processed",
    acting: "Marking as Processed",
    done: "marked as Processed",
    handle: "processed",
    // A Processed order would not change, so no request is sent.
    whyNot: (order) =>
      getStatusHandle(order) === "processed"
        ? "The order is already Processed."
        : whyNotProcessable(order),
    operation: "processPurchaseOrder",
    permission: purchaseOrderOperations.processPurchaseOrder,
    meaning: "This marks the order as received. Receiving orders no longer includes it.",
  },
  start: {
    act: "Move to Processing",
    acting: "Moving to Processing",
    done: "moved to Processing",
    handle: "processing",
    whyNot: (order) =>
      getStatusHandle(order) === "processing"
        ? "The order is already in Processing."
        : whyNotStartable(order),
    operation: "startPurchaseOrder",
    permission: purchaseOrderOperations.startPurchaseOrder,
    meaning: "This sends the order to its source. Webhooks for orders in Processing report it.",
  },
};

export const statusChanges = Object.keys(statusChangeDetails) as StatusChange[];

/** Whether an order already has the new status. */
export const hasNewStatus = (kind: StatusChange, order: PurchaseOrder): boolean =>
  getStatusHandle(order) === statusChangeDetails[kind].handle;

/** The result of the change of one order's status. */
export type OrderChangeResult =
  | { readonly kind: "done" }
  /** The order was already so: another person was faster. */
  | { readonly kind: "already" }
  /** The response was lost; the order was read, and has the new status. */
  | { readonly kind: "found" }
  | { readonly kind: "refused"; readonly why: string }
  /** The response was lost; the order was read, and has the old status. Only the user can send it again. */
  | { readonly kind: "unmoved"; readonly why: string }
  /** The response was lost, and the order could not be read yet. */
  | { readonly kind: "unknown"; readonly why: string }
  /** Nothing reached the API: the token, the rate limit, an unsupported or unavailable API. */
  | { readonly kind: "held"; readonly why: string };

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Refusals that are not about the order. */
const holdingStatuses = new Set([401, 429, 501, 503]);

/** The gateway's problems that repeat a refusal by the API. */
const apiRefusals = new Set(["token-refused", "upstream-refused"]);

/** Finds the result of a request whose response was lost from the order as it is now. Sends no change. */
export const checkOrder = async (
  move: StatusChange,
  id: number,
  why: string,
): Promise<OrderChangeResult> => {
  try {
    const order = cachePurchaseOrder(await readPurchaseOrder(id));
    if (hasNewStatus(move, order)) return { kind: "found" };
    const whyNot = statusChangeDetails[move].whyNot(order);
    return whyNot === undefined ? { kind: "unmoved", why } : { kind: "refused", why: whyNot };
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return { kind: isMissing ? "refused" : "unknown", why: toMessage(error) };
  }
};

/** Sends the change once; if the response is lost, the order is read and the change never sent again. */
export const changeOrder = async (move: StatusChange, id: number): Promise<OrderChangeResult> => {
  try {
    const order = cachePurchaseOrder(await changeOrderStatus[move](id, "click"));
    const why = "The service accepted the request, but the order's status didn't change.";
    return hasNewStatus(move, order) ? { kind: "done" } : { kind: "refused", why };
  } catch (error) {
    const why = toMessage(error);
    if (!(error instanceof ApiError) || mayHaveHappened(error)) return checkOrder(move, id, why);
    const { status, kind = "" } = error;
    const isHeld = holdingStatuses.has(status) || kind === "role-too-low";
    if (isHeld && !apiRefusals.has(kind)) return { kind: "held", why };
    // A second acknowledgement gets a 400 (neighbours): the order already has the status.
    const isDone = status === 400 && /\balready\b/i.test(why);
    return isDone ? { kind: "already" } : { kind: "refused", why };
  }
};

const good: ReadonlySet<OrderChangeResult["kind"]> = new Set(["done", "already", "found"]);

/** Whether the order has the new status. */
export const hasChanged = ({ kind }: OrderChangeResult): boolean => good.has(kind);

/** The result in words. */
export const describeChange = (move: StatusChange, result: OrderChangeResult): string => {
  const { done } = statusChangeDetails[move];
  switch (result.kind) {
    case "done":
      return capital(done);
    case "already":
      return `Already ${done}`;
    case "found":
      return `${capital(done)}. The response was lost; a check confirmed the new status.`;
    case "refused":
      return `Refused: ${result.why}`;
    case "unmoved":
      return `Unchanged. No response (${result.why}); a check confirmed the old status.`;
    case "unknown":
      return `Status unknown. No response, and the order can't be loaded now. ${result.why}`;
    case "held":
      return result.why;
  }
};
