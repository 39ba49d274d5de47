import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { PurchaseOrder, purchaseOrderOperations } from "./purchase-orders.ts";

const sample = {
  id: 77,
  purchaseOrderNumber: "FR-77",
  sentAt: "2026-01-05T08:00:00.000Z",
  shippingAddress: { name: "Zoë Ångström", redacted: false },
  purchaseOrderStatus: { name: "Processing", handle: "processing" },
  purchaseOrderReceivedStatus: { handle: "awaiting_to_receive" },
  purchaseOrderType: { id: 2, name: "Fulfillment Request", abbreviation: "FR" },
  purchaseOrderItems: [{ id: 1, inventoryVariantId: 9_007_199_254_740_991, attributes: null }],
  shipments: null,
  invoices: [{ invoiceItems: [{ sku: "A", invoiceItemType: { handle: "fee" } }] }],
  purchaseOrderPackage: { purchaseOrderId: 77, items: null },
  orderFFL: { id: 1, licenseNumber: "1-23-456", addressLine1: "1 High Street" },
};

describe("a purchase order", () => {
  test("is read with empty arrays for missing ones", () => {
    const order = z.parse(PurchaseOrder, sample);
    expect(order).toMatchObject({ shipments: [], purchaseOrderAttributes: [], tags: [] });
    expect(order.purchaseOrderItems[0]).toMatchObject({ attributes: [], bundleComponents: [] });
    expect(order.invoices[0]?.invoiceItems[0]?.customFields).toEqual([]);
    expect(order.purchaseOrderPackage?.items).toEqual([]);
  });

  test("is read when every field of it is null or missing", () => {
    const empty = Object.fromEntries(Object.keys(PurchaseOrder.shape).map((name) => [name, null]));
    expect(PurchaseOrder.safeParse(empty).success).toBe(true);
    expect(PurchaseOrder.safeParse({}).success).toBe(true);
  });

  test("keeps possible additions of the API: fields on every level, enumeration values, a fifth type", () => {
    const added = {
      ...sample,
      priority: { level: 3 },
      shippedStatus: "Nearly Completed",
      purchaseOrderStatus: { name: "On Hold", handle: "on_hold", since: "2026" },
      purchaseOrderType: { id: 5, name: "Loan Order", abbreviation: "LO", handle: "loan_order" },
      packageWeightUnit: { handle: "stone", abbreviatedHandle: "st" },
    };
    expect(z.parse(PurchaseOrder, added)).toMatchObject({
      priority: { level: 3 },
      shippedStatus: "Nearly Completed",
      purchaseOrderStatus: added.purchaseOrderStatus,
      purchaseOrderType: added.purchaseOrderType,
      packageWeightUnit: added.packageWeightUnit,
    });
  });

  test.each([
    [{ purchaseOrderItems: {} }, ["purchaseOrderItems"]],
    [{ orderFFL: { id: 1, addressLine1: "x" } }, ["orderFFL", "licenseNumber"]],
    [{ tags: [1] }, ["tags", 0]],
    [{ totalItems: 1.5 }, ["totalItems"]],
  ])("with %o is reported as a problem", (wrong, path) => {
    expect(PurchaseOrder.safeParse({ ...sample, ...wrong }).error?.issues[0]?.path).toEqual(path);
  });
});

/** The deprecated fields of api 9, by the schema's id, with their replacements. */
const deprecatedFields: Record<string, Record<string, string>> = {
  PurchaseOrder: { shippingText: "sourceShippingMethod" },
  SourceShippingMethod: {
    carrier: "shippingCarriers",
    method: "shippingCarrierMethods",
    shippingCode: "defaultMethodCode",
  },
  Invoice: {
    purchaseOrderId: "fulfillmentRequestId",
    purchaseOrderNumber: "fulfillmentRequestNumber",
    commission: "",
  },
  ShipmentItem: { purchaseOrderItemId: "fulfillmentRequestItemId" },
};

test("deprecated fields are marked, and no others", () => {
  const { $defs = {} } = z.toJSONSchema(z.object({ order: PurchaseOrder }), { io: "input" });
  const schemas = Object.entries($defs) as [
    string,
    { properties?: Record<string, { deprecated?: boolean; description?: string }> },
  ][];
  const marked = schemas.flatMap(([id, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => field.deprecated)
      .map(([name, { description }]) => `${id}.${name}: ${description}`),
  );
  const expected = Object.entries(deprecatedFields).flatMap(([id, fields]) =>
    Object.entries(fields).map(
      ([name, by]) => `${id}.${name}: ${by === "" ? "Deprecated." : `Deprecated: use ${by}.`}`,
    ),
  );
  expect(marked.toSorted()).toEqual(expected.toSorted());
});

describe("its operations", () => {
  const { listPurchaseOrders, retrieveProcessingPurchaseOrders } = purchaseOrderOperations;

  test("the one GET that changes records is marked", () => {
    const changing = Object.values(purchaseOrderOperations).filter((one) => one.changesState);
    expect(changing.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /purchase-orders/processing",
      "PATCH /purchase-orders/{id}/acknowledge",
      "PATCH /purchase-orders/{id}/processing",
      "PATCH /purchase-orders/{id}/processed",
    ]);
    expect(retrieveProcessingPurchaseOrders).toMatchObject({ deprecated: true, extension: false });
  });

  test("the list has the API's defaults", () => {
    expect(z.parse(listPurchaseOrders.query, {})).toEqual({
      filterPageNumber: 1,
      filterPageSize: 50,
    });
  });
});
