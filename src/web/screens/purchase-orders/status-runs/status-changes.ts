import {
  findPurchaseOrderStatusHandle,
  whyNotAcknowledgeable,
  whyNotProcessable,
  whyNotStartable,
} from "#contract/purchase-order-states.ts";
import type { Permission } from "#contract/people.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";

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
    permission: purchaseOrderOperations.startPurchaseOrder,
    meaning: "This sends the order to its source. Webhooks for orders in Processing report it.",
  },
};

export const statusChanges = Object.keys(statusChangeDetails) as StatusChange[];

/** Whether an order already has the new status. */
export const hasNewStatus = (kind: StatusChange, order: PurchaseOrder): boolean =>
  getStatusHandle(order) === statusChangeDetails[kind].handle;
