import type { PurchaseOrder } from "#contract/purchase-orders.ts";

/** An event of an order, with its time. */
export interface Happening {
  label: string;
  at: string;
  /** The reason, if the order has one. */
  reason?: string;
  tone?: "good" | "bad";
}

type Told = [
  label: string,
  at: string | null | undefined,
  more?: Pick<Happening, "tone"> & { reason?: string | null | undefined },
];

const happening = ([label, at, { reason, tone } = {}]: Told): Happening[] =>
  at ? [{ label, at, ...(reason ? { reason } : {}), ...(tone ? { tone } : {}) }] : [];

const ownDates = (order: PurchaseOrder): Told[] => [
  ["Generated", order.generatedAt],
  ["Sent", order.sentAt],
  ["Acknowledged", order.acknowledgedAt, { tone: "good" }],
  ["Acknowledged again", order.secondaryAcknowledgedAt, { tone: "good" }],
  ["Hold ends", order.holdUntil],
  ["Canceled", order.canceledAt, { tone: "bad", reason: order.cancelReason }],
  ["Voided", order.voidedAt, { tone: "bad", reason: order.voidedReason }],
  ["Fully received", order.fullyReceivedAt, { tone: "good" }],
  ["Shipping planned", order.purchaseOrderPackage?.shippingDate],
  ["Last changed", order.lastModifiedAt],
];

/** All dates of an order, including its shipments and invoices, in chronological order. */
export const timelineOf = (order: PurchaseOrder): Happening[] =>
  [
    ...ownDates(order),
    ...order.shipments.map((one): Told => [
      "Shipped",
      one.shippedAt ?? one.insertedAt,
      { tone: "good", reason: one.trackingNumber },
    ]),
    ...order.invoices.map((one): Told => [
      "Invoiced",
      one.invoiceDate ?? one.insertedAt,
      { reason: one.invoiceNumber },
    ]),
  ]
    .flatMap(happening)
    .toSorted((a, b) => (Date.parse(a.at) || 0) - (Date.parse(b.at) || 0));
