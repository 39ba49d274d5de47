import { expect, test } from "vitest";
import {
  computeCreditTotals,
  decidableRmaStatuses,
  computeRmaStatus,
  countUndecidedUnits,
  whyOverdecided,
} from "#contract/rmas.ts";
import { startOfDay } from "./demo-time.ts";
import { cents, madeWorkspace, sum } from "./test-workspace.ts";

const { orders, returns, rmas } = madeWorkspace(
  2_000,
  startOfDay(new Date("2026-11-21T15:00:00Z")),
);

test("staff have work: undecided units on many lines, some of five and more", () => {
  const open = rmas.filter((rma) => decidableRmaStatuses.includes(rma.rmaStatus ?? ""));
  const withUnits = open.filter((rma) =>
    rma.items.some((item) => (item.quantity ?? 0) > 1 && countUndecidedUnits(item) > 0),
  );
  expect(open.length).toBeGreaterThanOrEqual(45);
  expect(withUnits.length).toBeGreaterThanOrEqual(35);
  expect(
    open.filter((rma) => rma.items.some((item) => (item.quantity ?? 0) >= 5)).length,
  ).toBeGreaterThanOrEqual(8);
});

test("RMAs match their lines in status, credit and received units", () => {
  for (const rma of rmas) {
    expect(["Voided", "Canceled", computeRmaStatus(rma.items)]).toContain(rma.rmaStatus);
    expect(rma.items.map(whyOverdecided)).toEqual(rma.items.map(() => undefined));
    expect(computeCreditTotals(rma.items, rma.creditAdjustment)).toEqual({
      creditSubtotal: rma.creditSubtotal,
      creditTotal: rma.creditTotal,
    });
    expect(rma.totalRmaItems).toBe(rma.items.length);
    expect(sum(rma.items, (item) => item.receivedQuantity)).toBeLessThanOrEqual(
      sum(rma.items, (item) => item.quantity),
    );
  }
});

test("returns add up, and their RMAs contain their lines", () => {
  for (const one of returns) {
    expect(one.refundSubtotal).toBe(sum(one.items, (item) => cents(item.refundedAmount)) / 100);
    expect(cents(one.refundTotal)).toBe(cents(one.refundSubtotal) + cents(one.refundAdjustment));
    expect(cents(one.returnTotal)).toBe(
      sum(one.items, (item) => cents(item.salesPrice) * (item.returnQuantity ?? 0)),
    );
    expect([one.totalReturnItems, one.totalRmas]).toEqual([one.items.length, one.rmas.length]);
    const ids = one.items.map((item) => item.id);
    for (const rma of one.rmas) {
      expect(rma.returnId).toBe(one.id);
      for (const item of rma.items) expect(ids).toContain(item.returnItemId);
    }
  }
});

test("returns are of orders that their source has shipped", () => {
  const sourceOf = new Map(orders.map((order) => [order.orderId, order.sourceId]));
  const shippedOf = new Map(
    orders.flatMap((order) =>
      order.purchaseOrderItems.map((item) => [item.orderItemId, item.shippedQuantity] as const),
    ),
  );
  for (const one of returns) {
    for (const rma of one.rmas) expect(rma.sourceId).toBe(sourceOf.get(one.orderId));
    for (const item of one.items)
      expect(item.returnQuantity ?? 0).toBeLessThanOrEqual(shippedOf.get(item.orderItemId) ?? 0);
  }
});

test("returns show everything that their screens compare", () => {
  const shipments = rmas.flatMap((rma) => rma.rmaShipments);
  const files = shipments.flatMap(({ attachments }) => attachments);
  const partly = rmas.filter((rma) => rma.shipmentReceivedStatus === "partially_received");
  expect(partly.length).toBeGreaterThan(5);
  expect(partly.some((rma) => rma.rmaShipments.length === 2)).toBe(true);
  expect(new Set(shipments.map((one) => one.rmaShipmentStatus)).size).toBe(5);
  expect(new Set(files.map((file) => file.attachmentType)).size).toBe(2);
  expect(shipments.every(({ shipment }) => shipment?.trackingUrl?.startsWith("https://"))).toBe(
    true,
  );
  const differs = returns.filter(
    (one) => one.refundTotal !== sum(one.rmas, (rma) => cents(rma.creditTotal)) / 100,
  );
  expect(differs.length).toBeGreaterThan(20);
});

test("the units of an RMA's shipments are those of its lines, and none is updated before they were sent", () => {
  for (const rma of rmas.filter(({ rmaShipments }) => rmaShipments.length > 0)) {
    const items = rma.rmaShipments.flatMap(({ shipment }) => shipment?.shipmentItems ?? []);
    expect(sum(items, ({ quantity }) => quantity)).toBe(sum(rma.items, ({ quantity }) => quantity));
    for (const { sentAt } of rma.rmaShipments)
      expect((sentAt ?? "") <= (rma.updatedAt ?? "")).toBe(true);
  }
});

test("redacted addresses keep an id and a hash, and no personal data", () => {
  const redacted = rmas
    .map((rma) => rma.returnToAddress)
    .filter((address) => address?.redacted === true);
  expect(redacted.length).toBeGreaterThan(3);
  for (const address of redacted) {
    const { id, hash, redacted: _, ...content } = address ?? {};
    expect([typeof id, typeof hash]).toEqual(["number", "string"]);
    expect(Object.values(content).every((value) => value === null)).toBe(true);
  }
});
