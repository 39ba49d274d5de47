import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";

/** An event of an order, with its time. */
export interface OrderEvent {
  label: string;
  at: string;
  /** The reason, if the order has one. */
  reason?: string;
  tone?: "good" | "bad";
  /** The run of this console that received the order. */
  run?: ReceivedOrdersRun;
}

type EventInput = [
  label: string,
  at: string | null | undefined,
  more?: Pick<OrderEvent, "tone" | "run"> & { reason?: string | null | undefined },
];

const toEvents = ([label, at, { reason, ...more } = {}]: EventInput): OrderEvent[] =>
  at ? [{ label, at, ...(reason ? { reason } : {}), ...more }] : [];

const listOwnDates = (order: PurchaseOrder): EventInput[] => [
  ["Generated", order.generatedAt],
  ["Sent", order.sentAt],
  ["Acknowledged", order.acknowledgedAt, { tone: "good" }],
  ["Acknowledged again", order.secondaryAcknowledgedAt, { tone: "good" }],
  ["Hold ends", order.holdUntil],
  ["Canceled", order.canceledAt, { tone: "bad", reason: order.cancelReason }],
  ["Voided", order.voidedAt, { tone: "bad", reason: order.voidedReason }],
  ["Fully received", order.fullyReceivedAt, { tone: "good" }],
  ["Planned shipping date", order.purchaseOrderPackage?.shippingDate],
  ["Last updated", order.lastModifiedAt],
];

/**
 * All dates of an order, including its shipments and invoices, in chronological order. `run`: the one that received it, if
 * any.
 */
export const createTimeline = (
  order: PurchaseOrder,
  run?: ReceivedOrdersRun | null,
): OrderEvent[] =>
  [
    ...listOwnDates(order),
    ...(run ? [["Received", run.requestedAt, { run }] satisfies EventInput] : []),
    ...order.shipments.map((one): EventInput => [
      "Shipped",
      one.shippedAt ?? one.insertedAt,
      { tone: "good", reason: one.trackingNumber },
    ]),
    ...order.invoices.map((one): EventInput => [
      "Invoiced",
      one.invoiceDate ?? one.insertedAt,
      { reason: one.invoiceNumber },
    ]),
  ]
    .flatMap(toEvents)
    .toSorted((a, b) => (readTime(a.at) || 0) - (readTime(b.at) || 0));
