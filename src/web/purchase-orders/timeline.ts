import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";

/** An event of an order, with its time. */
export interface OrderEvent {
  label: string;
  at: string;
  /** The reason, if the order has one. */
  reason?: string;
  tone?: "good" | "bad";
}

type EventInput = [
  label: string,
  at: string | null | undefined,
  more?: Pick<OrderEvent, "tone"> & { reason?: string | null | undefined },
];

const toEvents = ([label, at, { reason, tone } = {}]: EventInput): OrderEvent[] =>
  at ? [{ label, at, ...(reason ? { reason } : {}), ...(tone ? { tone } : {}) }] : [];

const listOwnDates = (order: PurchaseOrder): EventInput[] => [
  ["Generated", order.generatedAt],
  ["Sent", order.sentAt],
  ["Acknowledged", order.acknowledgedAt, { tone: "good" }],
  ["Acknowledged again", order.secondaryAcknowledgedAt, { tone: "good" }],
  ["Hold ends", order.holdUntil],
  ["Canceled", order.canceledAt, { tone: "bad", reason: order.cancelReason }],
  ["Voided", order.voidedAt, { tone: "bad", reason: order.voidedReason }],
  ["Fully received", order.fullyReceivedAt, { tone: "good" }],
  ["Shipping planned", order.purchaseOrderPackage?.shippingDate],
  ["Last updated", order.lastModifiedAt],
];

/** All dates of an order, including its shipments and invoices, in chronological order. */
export const createTimeline = (order: PurchaseOrder): OrderEvent[] =>
  [
    ...listOwnDates(order),
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
