import {
  purchaseOrderStatusHandleOf,
  whyNotAcknowledgeable,
  whyNotProcessable,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";

/** What a person can do to an order's status (api 3, neighbours). */
export type MoveKind = "acknowledge" | "process";

interface OrderMove {
  /** On a button: "Acknowledge". */
  readonly act: string;
  /** What is under way: "Acknowledging". */
  readonly acting: string;
  /** What the order is then: "acknowledged". */
  readonly done: string;
  /** The status that it is in then. */
  readonly handle: string;
  /** Why an order cannot be moved so as it stands; undefined when it can. */
  readonly whyNot: (order: PurchaseOrder) => string | undefined;
  /** What it means, in words. */
  readonly meaning: string;
}

const statusHandleOf = ({ purchaseOrderStatus }: PurchaseOrder): string =>
  purchaseOrderStatus?.handle ?? purchaseOrderStatusHandleOf(purchaseOrderStatus?.name ?? "") ?? "";

export const orderMoves: Readonly<Record<MoveKind, OrderMove>> = {
  acknowledge: {
    act: "Acknowledge",
    acting: "Acknowledging",
    done: "acknowledged",
    handle: "acknowledged",
    whyNot: whyNotAcknowledgeable,
    meaning: "This confirms that the source accepts the order.",
  },
  process: {
    act: "Mark as Processed",
    acting: "Marking as Processed",
    done: "marked as Processed",
    handle: "processed",
    // A Processed order would stay as it is: nothing is sent for it.
    whyNot: (order) =>
      statusHandleOf(order) === "processed"
        ? "The order is already Processed."
        : whyNotProcessable(order),
    meaning: "This marks the order as received. Receiving orders no longer includes it.",
  },
};

export const moveKinds = Object.keys(orderMoves) as MoveKind[];

/** Whether an order already is where a move leads. */
export const isMoved = (kind: MoveKind, order: PurchaseOrder): boolean =>
  statusHandleOf(order) === orderMoves[kind].handle;
