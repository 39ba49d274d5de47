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
    meaning: "The source has seen the order and takes it on.",
  },
  process: {
    act: "Mark Processed",
    acting: "Marking Processed",
    done: "marked Processed",
    handle: "processed",
    // A Processed order would stay as it is: nothing is sent for it.
    whyNot: (order) =>
      statusHandleOf(order) === "processed"
        ? "This order is Processed already."
        : whyNotProcessable(order),
    meaning: "The order was handed out: it is no longer among those to be received.",
  },
};

export const moveKinds = Object.keys(orderMoves) as MoveKind[];

/** Whether an order already is where a move leads. */
export const isMoved = (kind: MoveKind, order: PurchaseOrder): boolean =>
  statusHandleOf(order) === orderMoves[kind].handle;
