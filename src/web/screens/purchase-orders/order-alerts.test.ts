import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { orderAlerts } from "./order-alerts.tsx";

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
