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
