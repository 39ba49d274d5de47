import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  purchaseOrderReceivedStatusHandles,
  purchaseOrderStatusHandles,
  deprecatedPurchaseOrderStatusNames,
  purchaseOrderStatusNameByHandle,
} from "#contract/purchase-order-states.ts";
import { returnStatuses } from "#contract/returns.ts";
import {
  computeCreditTotals,
  computeRmaStatus,
  countUndecidedUnits,
  decidableRmaStatuses,
  rmaStatuses,
  shipmentReceivedStatuses,
  whyOverdecided,
} from "#contract/rmas.ts";
import { webhookDeliveryStatuses, webhookStatuses } from "#contract/webhooks.ts";
import { startOfDay } from "./values.ts";
import { createWorkspace } from "./workspace.ts";

/** A whole workspace in memory, for tests. */
const madeWorkspace = (parents: number, now: number) => {
  const workspace = createWorkspace({ parents }, now);
  const products = [...workspace.products()];
  const orders = [...workspace.purchaseOrders()];
  const returns = [...workspace.returns()];
  return {
    products,
    variants: products.flatMap((parent) => parent.variants),
    orders,
    returns,
    rmas: returns.flatMap((one) => one.rmas),
    webhooks: workspace.webhooks(),
  };
};

/** Money in whole cents, where sums are exact. */
const cents = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100);

const sum = <T>(items: readonly T[], of: (item: T) => number | null | undefined): number =>
  items.reduce((total, item) => total + (of(item) ?? 0), 0);

/** The share of the items that match, from 0 to 1. */
const share = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.filter(holds).length / items.length;

const now = startOfDay(new Date("2026-11-21T15:00:00Z"));

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");

const full = madeWorkspace(2_000, now);
const { products, variants, orders, returns, rmas, webhooks } = full;
const deliveries = webhooks.flatMap((webhook) => webhook.deliveries);

const valuesOf = <T>(items: readonly T[], of: (item: T) => unknown): unknown[] =>
  [...new Set(items.map(of))].toSorted();

test("the same day generates the same workspace, to the byte; another day a different one", () => {
  const again = madeWorkspace(2_000, startOfDay(new Date("2026-11-21T23:59:59Z")));
  expect(hashOf(again)).toBe(hashOf(full));
  expect(hashOf(madeWorkspace(100, startOfDay(new Date("2026-11-22T00:00:00Z"))))).not.toBe(
    hashOf(madeWorkspace(100, now)),
  );
});

test("the workspace has the size of a real account", () => {
  expect(products).toHaveLength(2_000);
  expect(orders).toHaveLength(400);
  expect(returns).toHaveLength(150);
  expect(variants.length).toBeGreaterThan(6_000);
  expect(webhooks.length).toBeGreaterThan(8);
});

test("no two records of a kind share an id or a number", () => {
  const kinds: Record<string, unknown[]> = {
    parents: products.map((parent) => parent.id),
    parentSkus: products.map((parent) => `${parent.channel_id} ${parent.sku}`),
    variants: variants.map((variant) => variant.id),
    variantSkus: variants.map((variant) => `${variant.channel_id} ${variant.sku}`),
    upcs: variants.flatMap((variant) => variant.upc ?? []),
    images: products.flatMap((parent) => parent.images.map((image) => image.id)),
    variantImages: variants.flatMap((variant) => variant.images.map((image) => image.id)),
    options: products.flatMap((parent) => parent.options.map((option) => option.id)),
    optionValues: variants.flatMap((variant) => variant.option_values.map((value) => value.id)),
    attributes: products.flatMap((parent) => parent.attributes.map((attribute) => attribute.id)),
    orders: orders.map((order) => order.id),
    orderItems: orders.flatMap((order) => order.purchaseOrderItems.map((item) => item.id)),
    shipments: [
      ...orders.flatMap((order) => order.shipments.map((shipment) => shipment.id)),
      ...rmas.flatMap((rma) => rma.rmaShipments.map(({ shipment }) => shipment?.id)),
    ],
    invoices: orders.flatMap((order) => order.invoices.map((invoice) => invoice.id)),
    returns: returns.map((one) => one.id),
    returnNumbers: returns.map((one) => one.returnNumber),
    rmas: rmas.map((rma) => rma.id),
    rmaNumbers: rmas.map((rma) => rma.rmaNumber),
    rmaItems: rmas.flatMap((rma) => rma.items.map((item) => item.id)),
    deliveries: deliveries.map((delivery) => delivery.id),
  };
  for (const [kind, ids] of Object.entries(kinds)) {
    expect(ids.length, kind).toBeGreaterThan(0);
    expect(new Set(ids).size, kind).toBe(ids.length);
  }
});

test("every status of every set occurs", () => {
  const seen: [unknown[], readonly unknown[]][] = [
    [valuesOf(orders, (order) => order.purchaseOrderStatus?.handle), purchaseOrderStatusHandles],
    [
      valuesOf(orders, (order) => order.purchaseOrderStatus?.name),
      [
        ...Object.values(purchaseOrderStatusNameByHandle),
        ...Object.keys(deprecatedPurchaseOrderStatusNames),
      ],
    ],
    [
      valuesOf(orders, (order) => order.purchaseOrderFulfillmentStatus?.handle),
      ["awaiting_shipment", "canceled", "partially_shipped", "shipped"],
    ],
    [
      valuesOf(
        orders.flatMap((order) => order.purchaseOrderReceivedStatus ?? []),
        (status) => status.handle,
      ),
      purchaseOrderReceivedStatusHandles,
    ],
    [
      valuesOf(orders, (order) => order.shippedStatus),
      ["Completed", "Not Started", "Partially Completed"],
    ],
    [
      valuesOf(orders, (order) => order.purchaseOrderType?.abbreviation),
      ["FO", "FR", "PO", "SPO", "TO"],
    ],
    [
      valuesOf(
        orders.flatMap((order) => order.invoices),
        (invoice) => invoice.invoiceStatus?.handle,
      ),
      ["credited", "paid", "refunded", "unpaid"],
    ],
    [
      valuesOf(
        orders.flatMap((order) => order.invoices.flatMap((invoice) => invoice.invoiceItems)),
        (item) => item.invoiceItemType.handle,
      ),
      ["fee", "other", "product", "shipping", "tax"],
    ],
    [valuesOf(returns, (one) => one.status), returnStatuses],
    [valuesOf(rmas, (rma) => rma.rmaStatus), rmaStatuses],
    [valuesOf(rmas, (rma) => rma.shipmentReceivedStatus), shipmentReceivedStatuses],
    [
      valuesOf(
        rmas.flatMap((rma) => rma.rmaShipments),
        (shipment) => shipment.rmaShipmentStatus,
      ),
      [
        "Shipment Created",
        "Shipment Sent",
        "Shipment Received",
        "Shipment Partially Received",
        "Shipment Voided",
      ],
    ],
    [valuesOf(webhooks, ({ configuration }) => configuration.status), webhookStatuses],
    [valuesOf(deliveries, (delivery) => delivery.status), webhookDeliveryStatuses],
  ];
  for (const [values, all] of seen) expect(values).toEqual([...all].toSorted());
});

test.each([1, 20, 300])("a small workspace of %d parents has every RMA status too", (parents) => {
  const small = madeWorkspace(parents, now);
  expect(small.products).toHaveLength(parents);
  expect(
    valuesOf(
      small.returns.flatMap((one) => one.rmas),
      (rma) => rma.rmaStatus,
    ),
  ).toEqual([...rmaStatuses].toSorted());
  expect(inProcessing(small.orders, 1).length).toBeGreaterThan(0);
});

const inProcessing = (list: readonly PurchaseOrder[], sourceId: number) =>
  list.filter(
    (order) => order.sourceId === sourceId && order.purchaseOrderStatus?.handle === "processing",
  );

test("source 1 has orders in Processing and channel 1 has products", () => {
  expect(inProcessing(orders, 1).length).toBeGreaterThanOrEqual(3);
  expect(share(products, (parent) => parent.channel_id === 1)).toBeGreaterThan(0.8);
});

test("product codes are valid, and prices are in a plausible relation", () => {
  const coded = variants.flatMap((variant) => [variant.upc ?? [], variant.ean ?? []].flat());
  // GS1: with its check digit, and every second one three times, a code's digits add up to a multiple of ten.
  const isValid = (code: string) =>
    [...code].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) %
      10 ===
    0;
  expect(coded.filter((code) => !isValid(code))).toEqual([]);
  expect(coded.every((code) => /^\d{12,13}$/.test(code))).toBe(true);
  const dollars = variants.map(({ price, msrp, sale_price, map }) => ({
    price: price ?? 0,
    msrp: msrp ?? Infinity,
    sale: sale_price ?? 0,
    map: map ?? 0,
  }));
  expect(dollars.filter(({ price, msrp }) => price <= 0 || msrp < price)).toEqual([]);
  expect(dollars.filter(({ price, sale }) => sale >= price)).toEqual([]);
  const belowMap = share(dollars, ({ map, price }) => price < map);
  expect(belowMap).toBeGreaterThan(0.003);
  expect(belowMap).toBeLessThan(0.06);
});

test("some values are missing, as in any catalog, and names come from many languages", () => {
  const rates: [number, number, number][] = [
    [share(products, (parent) => parent.images.length === 0), 0.01, 0.1],
    [share(products, (parent) => parent.brand === null), 0.005, 0.05],
    [share(products, (parent) => parent.description === null), 0.003, 0.05],
    [share(variants, (variant) => variant.upc === null), 0.02, 0.12],
    [share(variants, (variant) => variant.weight === null), 0.01, 0.08],
    [share(variants, (variant) => variant.quantity === 0), 0.05, 0.2],
    [share(products, (parent) => /[^ -~]/.test(parent.title ?? "")), 0.05, 0.5],
    [
      share(products, (parent) => /[\u3040-\u30FF\u4E00-\u9FFF]/.test(parent.title ?? "")),
      0.005,
      0.15,
    ],
    [share(orders, (order) => order.shippingAddress?.redacted === true), 0.02, 0.2],
  ];
  for (const [rate, low, high] of rates) {
    expect(rate).toBeGreaterThan(low);
    expect(rate).toBeLessThan(high);
  }
});

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
