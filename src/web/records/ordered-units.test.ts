import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { createOrderedUnits } from "./ordered-units.ts";

const order = (items: object[] | null, handle?: string) =>
  readAnswer(PurchaseOrder, {
    purchaseOrderItems: items,
    purchaseOrderStatus: handle ? { handle } : null,
  }).value;

const mug = { orderItemId: 7, sku: "MUG", quantity: 5, shippedQuantity: 4 };

test.each<[string, object, ReturnType<typeof order>[], unknown]>([
  ["no orders", { orderItemId: 7 }, [], undefined],
  ["an order without items", { orderItemId: 7 }, [order(null)], undefined],
  ["nothing to look up", {}, [order([mug])], undefined],
  ["by order item", { orderItemId: 7, sku: "OTHER" }, [order([mug])], { ordered: 5, shipped: 4 }],
  ["another order item, same SKU", { orderItemId: 8, sku: "MUG" }, [order([mug])], undefined],
  ["by SKU", { sku: "MUG" }, [order([mug])], { ordered: 5, shipped: 4 }],
  [
    "a SKU of two order lines",
    { sku: "MUG" },
    [order([mug, { ...mug, orderItemId: 8 }])],
    undefined,
  ],
  [
    "a SKU of two order lines without IDs",
    { sku: "MUG" },
    [order([{ sku: "MUG" }, { sku: "MUG" }])],
    undefined,
  ],
  [
    "an order line that two purchase orders share",
    { sku: "MUG" },
    [order([mug]), order([{ ...mug, quantity: 2, shippedQuantity: 2 }], "processed")],
    { ordered: 7, shipped: 6 },
  ],
  [
    "replaced purchase orders do not count",
    { orderItemId: 7 },
    [order([mug], "voided"), order([mug], "canceled"), order([mug], "transferred"), order([mug])],
    { ordered: 5, shipped: 4 },
  ],
  [
    "a missing count is not zero",
    { orderItemId: 7 },
    [order([mug]), order([{ orderItemId: 7, quantity: 1, shippedQuantity: null }])],
    { ordered: 6, shipped: undefined },
  ],
  ["an empty SKU matches nothing", { sku: "" }, [order([{ ...mug, sku: "" }])], undefined],
])("ordered and shipped units: %s", (_, line, orders, units) => {
  expect(createOrderedUnits(orders)(line)).toEqual(units);
});
