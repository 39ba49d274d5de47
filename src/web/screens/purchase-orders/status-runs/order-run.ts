import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Urgency } from "#web/api/call.ts";
import {
  cachePurchaseOrder,
  changeOrderStatus,
  invalidateOrders,
  readPurchaseOrder,
} from "#web/api/purchase-orders.ts";
import type { RunWords } from "#web/records/runs/describe-run.ts";
import { createRunControl } from "#web/records/runs/run-control.ts";
import type { RunKind } from "#web/records/runs/run-kind.ts";
import { hasNewStatus, type StatusChange, statusChangeDetails } from "./status-changes.ts";

/** Changes of orders' statuses: a request carries nothing but the change itself. */
export type OrderRunKind = RunKind<StatusChange, undefined, undefined, PurchaseOrder>;

/** How orders are sent and read. */
type OrderRequests = Pick<OrderRunKind, "read"> & {
  /** Sends exactly one request. */
  readonly send: (move: StatusChange, id: number) => Promise<PurchaseOrder>;
};

/** The change of orders' statuses with these requests. */
export const createOrderKind = ({ send, read }: OrderRequests): OrderRunKind => ({
  read,
  send: (id, move) => send(move, id),
  // The API refuses a second change, so orders are not read first.
  prepare: async () => ({ kind: "ready", sent: undefined }),
  afterResponse: (move, order) =>
    hasNewStatus(move, order)
      ? { kind: "done" }
      : {
          kind: "refused",
          why: "The API accepted the request, but the order's status didn't change.",
        },
  afterLoss: (move, order, _, why) => {
    if (hasNewStatus(move, order)) return { kind: "found" };
    const whyNot = statusChangeDetails[move].whyNot(order);
    return whyNot === undefined ? { kind: "unmoved", why } : { kind: "refused", why: whyNot };
  },
  // A second acknowledgement gets a 400 (neighbours): the order already has the status.
  afterRefusal: ({ status, message }) =>
    status === 400 && /\balready\b/i.test(message) ? { kind: "already" } : undefined,
});

/** The change of orders' statuses through the API; the answers are cached. */
export const orderKind = (urgency: Urgency): OrderRunKind =>
  createOrderKind({
    send: async (move, id) => cachePurchaseOrder(await changeOrderStatus[move](id, urgency)),
    read: async (id) => cachePurchaseOrder(await readPurchaseOrder(id)),
  });

export const orderRunWords: RunWords<StatusChange> = {
  noun: "order",
  kind: "purchase-orders",
  region: "Orders in progress",
  acting: (move) => statusChangeDetails[move].acting,
  done: (move) => statusChangeDetails[move].done,
  news: "status",
  requests: 1,
};

/** The run of orders in this browser. */
export const orderRun = createRunControl({
  name: "order",
  // More urgent than local copies, because the user waits for it, and less urgent than a click.
  kind: orderKind("screen"),
  words: orderRunWords,
  permission: (move) => statusChangeDetails[move].permission,
  onEnd: invalidateOrders,
  keeps: false,
});
