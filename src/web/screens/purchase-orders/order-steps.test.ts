import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { listOrderSteps } from "./order-steps.tsx";

const day = (number: number) => `2026-03-0${number}T00:00:00Z`;
const generated = { generatedAt: day(1) };
const sent = { ...generated, sentAt: day(2) };
const shipments = [{ shippedAt: day(4) }, { shippedAt: day(5) }];

test.each([
  ["new", generated, "Generated done, Sent next, Acknowledged open, Shipped open, Invoiced open"],
  ["sent", sent, "Generated done, Sent done, Acknowledged next, Shipped open, Invoiced open"],
  [
    "acknowledged without a time",
    { ...sent, purchaseOrderStatus: { handle: "acknowledged" } },
    "Generated done, Sent done, Acknowledged done, Shipped next, Invoiced open",
  ],
  [
    "shipped in part",
    { ...sent, acknowledgedAt: day(3), shipments, shippedQuantity: 4, totalQuantity: 6 },
    "Generated done, Sent done, Acknowledged done, Shipped part 4 of 6 units, Invoiced open",
  ],
  [
    "shipped, never acknowledged",
    { ...sent, shipments, purchaseOrderFulfillmentStatus: { handle: "shipped" } },
    "Generated done, Sent done, Acknowledged done, Shipped done, Invoiced next",
  ],
  ["canceled", { ...sent, canceledAt: day(3) }, "Generated done, Sent done, Canceled bad"],
  ["unknown", {}, "Generated next, Sent open, Acknowledged open, Shipped open, Invoiced open"],
])("the way of an order that is %s", (_, fields, way) => {
  const steps = listOrderSteps(readAnswer(PurchaseOrder, fields).value);
  expect(
    steps
      .map(({ label, state, note }) => [label, state, note].filter(Boolean).join(" "))
      .join(", "),
  ).toBe(way);
});

test("an order was shipped with its last shipment", () => {
  const { value } = readAnswer(PurchaseOrder, { shipments });
  expect(listOrderSteps(value).find(({ label }) => label === "Shipped")?.at).toBe(day(5));
});
