import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";

test("every field of an order is on the screen", () => {
  const sources = ["order-items.tsx", "order-summary.tsx", "purchase-order-detail.tsx"].map(
    (file) => readFileSync(new URL(file, import.meta.url), "utf8"),
  );
  const lost = Object.keys(PurchaseOrder.shape).filter(
    (name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
  );
  expect(lost).toEqual([]);
});
