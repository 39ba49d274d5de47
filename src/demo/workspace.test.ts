import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import {
  purchaseOrderReceivedStatusHandles,
  purchaseOrderStatusHandles,
  purchaseOrderStatusNames,
} from "#contract/purchase-order-states.ts";
import { returnStatuses } from "#contract/returns.ts";
import { rmaShipmentStatuses, rmaStatuses, shipmentReceivedStatuses } from "#contract/rmas.ts";
import { webhookDeliveryStatuses, webhookStatuses } from "#contract/webhooks.ts";
import { startOfDay } from "./demo-time.ts";
import { madeWorkspace, share } from "./test-workspace.ts";

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
    [valuesOf(orders, (order) => order.purchaseOrderStatus?.name), purchaseOrderStatusNames],
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
      rmaShipmentStatuses,
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
