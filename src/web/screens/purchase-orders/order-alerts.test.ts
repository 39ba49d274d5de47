import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { orderAlerts } from "./order-model.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const titles = (fields: object) =>
  orderAlerts(readAnswer(PurchaseOrder, fields).value, now).map(({ title }) => title);

const license = { id: 1, licenseNumber: "1-23", addressLine1: "Main 1" };

test.each([
  [{}, []],
  [{ processingErrorReason: "", cancelReason: null, fflInfoRequired: false }, []],
  [{ processingErrorReason: "No such SKU" }, ["Processing error"]],
  [{ cancelReason: "Out of stock", voidedReason: "Twice" }, ["Canceled", "Voided"]],
  [{ fflInfoRequired: true }, ["Firearm license required but missing"]],
  [{ fflInfoRequired: true, orderFFL: { ...license, expiresAt: "2029-01-01T00:00:00Z" } }, []],
  [
    { orderFFL: { ...license, expiresAt: "2026-03-08T12:00:00Z" } },
    ["Firearm license: expired 2 days ago"],
  ],
  [{ orderFFL: { ...license, expiresAt: null } }, []],
  [{ holdUntil: "2026-03-09T00:00:00Z" }, []],
  [{ holdUntil: "later" }, []],
])("%j alerts %j", (fields, alerts) => {
  expect(titles(fields)).toEqual(alerts);
});

test("the end of a hold is shown", () => {
  expect(titles({ holdUntil: "2026-03-12T12:00:00Z" })[0]).toMatch(/^On hold until .*2026/);
});

test.each([
  ["Shipping method has been deleted", "Choose a shipping method"],
  ["State code is missing in the shipping address", "Correct the address"],
  ["SKU is not known to the source", "Add the SKU at the source"],
  ["The source's endpoint answered 503 three times", "Check that the source's system responds"],
  ["Unexpected end", "Solve this"],
])("the processing error “%s” names its next step", (processingErrorReason, step) => {
  const order = readAnswer(PurchaseOrder, { processingErrorReason }).value;
  expect(orderAlerts(order, now)[0]?.next).toBe(`${step}, then move the order to Processing.`);
});

test("an order that lacks information says what, and the next step", () => {
  const order = readAnswer(PurchaseOrder, {
    purchaseOrderStatus: { handle: "additional_info_required" },
    note: "Apartment number is missing",
  }).value;
  expect(orderAlerts(order, now)).toEqual([
    {
      title: "More information needed",
      text: "Apartment number is missing",
      next: "Add what is missing, then move the order to Processing.",
      tone: "waiting",
    },
  ]);
});
