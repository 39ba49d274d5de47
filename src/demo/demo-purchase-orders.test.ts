import { expect, test } from "vitest";
import { startOfDay } from "./demo-time.ts";
import { cents, madeWorkspace, sum } from "./test-workspace.ts";

const now = startOfDay(new Date("2026-11-21T15:00:00Z"));
const { products, variants, orders, rmas } = madeWorkspace(2_000, now);

test("order lines are real variants, and orders add up in cents", () => {
  const skuOf = new Map(variants.map((variant) => [variant.id, variant.sku]));
  for (const order of orders) {
    const lines = order.purchaseOrderItems;
    for (const line of lines) {
      expect(line.sku).toBe(skuOf.get(line.inventoryVariantId ?? 0));
      expect(Number(line.subtotal)).toBe((cents(line.cost) * (line.quantity ?? 0)) / 100);
    }
    expect(order.totalItems).toBe(lines.length);
    expect(order.totalQuantity).toBe(sum(lines, (line) => line.quantity));
    expect(order.shippedQuantity).toBe(sum(lines, (line) => line.shippedQuantity));
    expect(cents(order.totalCost)).toBe(
      sum(lines, (line) => cents(line.cost) * (line.quantity ?? 0)),
    );
    expect(
      sum(order.shipments, (shipment) => sum(shipment.shipmentItems, (item) => item.quantity)),
    ).toBe(order.shippedQuantity);
    expect(order.totalSourceInvoices).toBe(order.invoices.length);
  }
});

test("invoices are the sum of their items", () => {
  for (const invoice of orders.flatMap((order) => order.invoices)) {
    const of = (handle: string) =>
      sum(
        invoice.invoiceItems.filter((item) => item.invoiceItemType.handle === handle),
        (item) => cents(item.cost),
      );
    expect(cents(invoice.totalProductCost)).toBe(of("product"));
    expect(cents(invoice.totalShippingCost)).toBe(of("shipping"));
    expect(cents(invoice.totalFeeCost)).toBe(of("fee"));
    expect(cents(invoice.totalTaxCost)).toBe(of("tax"));
    expect(cents(invoice.totalOtherCost)).toBe(of("other"));
    expect(cents(invoice.totalCost)).toBe(sum(invoice.invoiceItems, (item) => cents(item.cost)));
    for (const item of invoice.invoiceItems)
      expect(cents(item.cost)).toBe(cents(item.perUnitCost) * (item.quantity ?? 0));
  }
});

test("timestamps are in chronological order, and none is in the future", () => {
  for (const order of orders) {
    const shipped = order.shipments[0]?.shippedAt;
    const moments = [order.generatedAt, order.sentAt, order.acknowledgedAt, shipped].filter(
      (moment) => moment !== null && moment !== undefined,
    );
    expect(moments).toEqual(moments.toSorted());
    for (const moment of [...moments, order.lastModifiedAt ?? ""])
      expect(Date.parse(moment)).toBeLessThanOrEqual(now);
  }
  for (const rma of rmas) expect((rma.createdAt ?? "") <= (rma.updatedAt ?? "")).toBe(true);
  for (const parent of products)
    expect((parent.inserted_at ?? "") <= (parent.updated_at ?? "")).toBe(true);
});

test("firearms go to a licensed dealer, or wait for the license", () => {
  const licensed = orders.filter((order) => order.fflInfoRequired === true);
  expect(licensed.filter((order) => order.orderFFL).length).toBeGreaterThan(5);
  for (const order of licensed)
    expect(order.orderFFL === null).toBe(
      order.purchaseOrderStatus?.handle === "additional_info_required",
    );
});
