import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { ReturnModel } from "#contract/returns.ts";
import { Rma } from "#contract/rmas.ts";
import { mapOrderedUnits } from "./line-units.tsx";
import { listReturnRmas, listWantedOrders } from "./use-rma-return.ts";

const readRma = (fields: object) => readAnswer(Rma, fields).value;
const readReturn = (fields: object) => readAnswer(ReturnModel, fields).value;

const orders = [
  readAnswer(PurchaseOrder, {
    purchaseOrderItems: [
      { orderItemId: 7, sku: "MUG", quantity: 5, shippedQuantity: 4 },
      { orderItemId: 8, sku: "MUG", quantity: 2, shippedQuantity: 2 },
      { orderItemId: 9, sku: "TEA", quantity: 1, shippedQuantity: 1 },
    ],
  }).value,
];
const shipped = (rmaItemId: number | null, orderItemId: number | null) => [
  { shipment: { shipmentItems: [{ rmaItemId, orderItemId }] } },
  { shipment: null },
];

test.each<[string, object, object | undefined, unknown]>([
  [
    "by the line of the return",
    { items: [{ returnItemId: 1 }] },
    { items: [{ id: 1, orderItemId: 8 }] },
    2,
  ],
  ["by a shipment", { items: [{ id: 3, sku: "MUG" }], rmaShipments: shipped(3, 7) }, undefined, 5],
  ["by a SKU of one line", { items: [{ sku: "TEA" }] }, undefined, 1],
  ["not by a SKU of two lines", { items: [{ sku: "MUG" }] }, { items: [] }, undefined],
  [
    "a line without IDs is in no shipment",
    { items: [{ sku: "MUG" }], rmaShipments: shipped(null, 7) },
    { items: [{ id: null, orderItemId: 8 }] },
    undefined,
  ],
])("ordered units of an RMA line: %s", (_, fields, returned, ordered) => {
  const rma = readRma(fields);
  const units = mapOrderedUnits(rma, returned && readReturn(returned), orders);
  expect(units.get(rma.items[0]!)?.ordered).toBe(ordered);
});

test.each<[string, object, object | undefined, object]>([
  ["nothing known", {}, undefined, { sourceIds: [], named: [] }],
  [
    "the return's order",
    { sourceId: 3 },
    { orderId: 90 },
    { orderId: 90, sourceIds: [3], named: [] },
  ],
  [
    "the order and the purchase orders of shipments, each once",
    {
      rmaShipments: [
        { shipment: { orderId: 91, fulfillmentRequestId: 5, purchaseOrderId: 6 } },
        { shipment: { orderId: 91, purchaseOrderId: 5 } },
        { shipment: { orderId: null, purchaseOrderId: 0 } },
        { shipment: null },
      ],
    },
    undefined,
    { orderId: 91, sourceIds: [], named: [5] },
  ],
])("the wanted orders of an RMA: %s", (_, fields, returned, wanted) => {
  expect(listWantedOrders(readRma(fields), returned && readReturn(returned))).toEqual(wanted);
});

test("the RMAs of a return contain this one as it is on the screen", () => {
  const rma = readRma({ id: 2, rmaStatus: "Approved" });
  const record = readReturn({ rmas: [{ id: 1 }, { id: 2, rmaStatus: "Waiting" }] });
  const statuses = (rmas: readonly Rma[]) => rmas.map(({ id, rmaStatus }) => [id, rmaStatus]);
  expect(statuses(listReturnRmas(rma, record))).toEqual([
    [1, undefined],
    [2, "Approved"],
  ]);
  expect(statuses(listReturnRmas(rma, undefined))).toEqual([[2, "Approved"]]);
});
