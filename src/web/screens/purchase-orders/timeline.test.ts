import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { createTimeline } from "./timeline.ts";

const order = (fields: object) => readAnswer(PurchaseOrder, fields).value;

test("an order without dates has no timeline", () => {
  expect(createTimeline(order({}))).toEqual([]);
});

test("own dates, shipments and invoices are in chronological order, with their reasons", () => {
  const events = createTimeline(
    order({
      canceledAt: "2026-03-05T00:00:00.000Z",
      cancelReason: "Out of stock",
      sentAt: "2026-03-02T00:00:00.000Z",
      generatedAt: "2026-03-01T00:00:00.000Z",
      holdUntil: null,
      shipments: [
        { shippedAt: null, insertedAt: "2026-03-03T00:00:00.000Z", trackingNumber: "1Z9" },
      ],
      invoices: [{ invoiceDate: "2026-03-04T00:00:00.000Z", invoiceItems: null }],
    }),
  );
  expect(events.map(({ label, reason }) => [label, reason])).toEqual([
    ["Generated", undefined],
    ["Sent", undefined],
    ["Shipped", "1Z9"],
    ["Invoiced", undefined],
    ["Canceled", "Out of stock"],
  ]);
});

test("an invalid date is listed as it came", () => {
  expect(createTimeline(order({ sentAt: "soon" }))).toEqual([{ label: "Sent", at: "soon" }]);
});

test("the run that received an order is among its dates", () => {
  const run = { id: 5, requestedAt: "2026-03-02T12:00:00.000Z" } as ReceivedOrdersRun;
  const dates = order({
    sentAt: "2026-03-02T00:00:00.000Z",
    acknowledgedAt: "2026-03-03T00:00:00.000Z",
  });
  const events = createTimeline(dates, run);
  expect(events.map(({ label }) => label)).toEqual(["Sent", "Received", "Acknowledged"]);
  expect(events[1]?.run).toBe(run);
  expect(createTimeline(dates, null)).toHaveLength(2);
});
