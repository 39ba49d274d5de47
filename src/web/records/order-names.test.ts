import { describe, expect, test } from "vitest";
import { readAnswer } from "#contract/read.ts";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { orderName, getOrderStatus, getOrderType } from "./order-names.ts";

const order = (fields: object) => readAnswer(PurchaseOrder, fields).value;

describe("current names with their deprecated ones", () => {
  test.each([
    [{ name: "Processing", handle: "processing" }, { label: "Processing" }],
    [
      { name: "Duplicate PO/FR #", handle: "duplicate" },
      { label: "Duplicate Fulfillment Request #", was: "Duplicate PO/FR #" },
    ],
    [{ handle: "cross_docked" }, { label: "Cross Docked" }],
    [{ handle: "lost_at_sea" }, { label: "lost_at_sea" }],
    [{ name: "Lost at sea" }, { label: "Lost at sea" }],
    [null, { label: "" }],
  ])("status %j", (purchaseOrderStatus, words) => {
    expect(getOrderStatus(order({ purchaseOrderStatus }))).toEqual(words);
  });

  test.each([
    [{ name: "Transfer Order", abbreviation: "TO" }, { label: "Transfer Order (TO)" }],
    [
      { name: "Fulfillment Request", abbreviation: "FR" },
      { label: "Fulfillment Order (FO)", was: "Fulfillment Request (FR)" },
    ],
    [
      { name: "Fulfillment Order", abbreviation: "FR" },
      { label: "Fulfillment Order (FO)", was: "(FR)" },
    ],
    [{ name: "Odd Order" }, { label: "Odd Order" }],
    [undefined, { label: "" }],
  ])("type %j", (purchaseOrderType, words) => {
    expect(getOrderType(order({ purchaseOrderType }))).toEqual(words);
  });
});

test.each([
  [{ id: 4, purchaseOrderNumber: "PO-77" }, "PO-77"],
  [{ id: 4, purchaseOrderNumber: "" }, "Order 4"],
  [{}, "Order"],
])("%j is called %j", (fields, name) => {
  expect(orderName(order(fields))).toBe(name);
});
