import { describe, expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { orderLines } from "./orders-file.ts";

const order = (more: object): PurchaseOrder =>
  readAnswer(PurchaseOrder, more).value as PurchaseOrder;
const cell = (table: ReturnType<typeof orderLines>, row: number, header: string) =>
  table[row]?.[table[0]?.indexOf(header) ?? -1];

describe("orders as a table", () => {
  const table = orderLines([
    order({
      id: 7,
      purchaseOrderNumber: "PO-7",
      shippingAddress: { name: "Ann Lee", city: "Łódź" },
      purchaseOrderItems: [
        { sku: "A", quantity: 2, cost: 1.5 },
        { sku: "B", quantity: 1 },
      ],
    }),
    order({ id: 8, purchaseOrderItems: null, shippingAddress: null }),
  ]);
  test("a row for each item, one for an order without items", () => expect(table).toHaveLength(4));
  test.each([
    [1, "Order", "PO-7"],
    [1, "SKU", "A"],
    [2, "SKU", "B"],
    [2, "Order", "PO-7"],
    [1, "City", "Łódź"],
    [1, "Cost", 1.5],
    [3, "Order ID", 8],
  ])("row %i: %s", (row, header, value) => expect(cell(table, row, header)).toBe(value));
  test("missing values stay empty", () => {
    expect(cell(table, 3, "SKU") ?? null).toBeNull();
    expect(cell(table, 3, "City") ?? null).toBeNull();
    expect(cell(table, 2, "Cost") ?? null).toBeNull();
  });
});
