import { expect, test } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { matchesFilter } from "./matches-filter.ts";

const order = readAnswer(PurchaseOrder, {
  id: 4,
  sourceId: 12,
  purchaseOrderNumber: "PO-4",
  purchaseOrderStatus: { name: "Duplicate PO/FR #", handle: null },
  purchaseOrderFulfillmentStatus: { handle: "shipped" },
  sentAt: "2026-03-02T00:00:00.000Z",
  lastModifiedAt: null,
}).value;

test.each([
  [{}, true],
  [{ filterSourceId: "12" }, true],
  [{ filterSourceId: "1" }, false],
  [{ poNumbers: "po-4,PO-9" }, true],
  [{ poNumbers: "PO-44" }, false],
  [{ filterStatus: "duplicate" }, true],
  [{ filterStatus: "Duplicate Fulfillment Request #" }, true],
  [{ filterStatus: "processing" }, false],
  [{ filterFulfilmentStatus: "canceled,Shipped" }, true],
  [{ filterFulfilmentStatus: "canceled" }, false],
  [{ filterSentAfter: "2026-03-01T00:00:00.000Z" }, true],
  [{ filterSentAfter: "2026-03-02T00:00:00.000Z" }, false],
  [{ filterUpdatedAfter: "2026-03-01T00:00:00.000Z" }, false],
  [{ filterSourceId: "12", poNumbers: "PO-4", filterStatus: "processing" }, false],
])("%j fits: %s", (filter, fits) => {
  expect(matchesFilter(filter)(order)).toBe(fits);
});

test("an order without any data matches an empty filter", () => {
  const bare = readAnswer(PurchaseOrder, {}).value;
  expect(matchesFilter({})(bare)).toBe(true);
  expect(matchesFilter({ filterStatus: "processing" })(bare)).toBe(false);
  expect(matchesFilter({ poNumbers: "PO-1" })(bare)).toBe(false);
});
