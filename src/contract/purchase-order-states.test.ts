import { describe, expect, test } from "vitest";
import {
  deprecatedPurchaseOrderStatusNames,
  purchaseOrderFulfillmentStatuses,
  findFulfillmentStatusHandle,
  findPurchaseOrderStatusHandle,
  purchaseOrderStatusHandles,
  purchaseOrderStatusNameByHandle,
  toPurchaseOrderStatus,
  whyNotAcknowledgeable,
  whyNotProcessable,
} from "./purchase-order-states.ts";
import {
  PurchaseOrderType,
  toPurchaseOrderType,
  purchaseOrderTypes,
} from "./purchase-order-types.ts";

describe("words of purchase order statuses", () => {
  test.each(purchaseOrderStatusHandles)(
    "%s is found by handle and by name, in any case",
    (handle) => {
      const words = [handle, handle.toUpperCase(), ` ${purchaseOrderStatusNameByHandle[handle]} `];
      expect(words.map(findPurchaseOrderStatusHandle)).toEqual([handle, handle, handle]);
    },
  );

  test("every name has a handle, and the deprecated ones have their successor's", () => {
    for (const [handle, name] of Object.entries(purchaseOrderStatusNameByHandle))
      expect(findPurchaseOrderStatusHandle(name)).toBe(handle);
    for (const [old, current] of Object.entries(deprecatedPurchaseOrderStatusNames)) {
      expect(findPurchaseOrderStatusHandle(old)).toBe(findPurchaseOrderStatusHandle(current));
    }
  });

  test.each(["", "lost", "__proto__", "constructor"])("'%s' is no status", (word) => {
    expect(findPurchaseOrderStatusHandle(word)).toBeUndefined();
    expect(findFulfillmentStatusHandle(word)).toBeUndefined();
  });

  test.each(Object.entries(purchaseOrderFulfillmentStatuses))(
    "%s is found by %s",
    (handle, name) => {
      expect(findFulfillmentStatusHandle(name.toUpperCase())).toBe(handle);
    },
  );
});

describe("the possible moves of an order", () => {
  const open = ["processed", "processing"];

  test.each(purchaseOrderStatusHandles)("in %s", (handle) => {
    const order = { purchaseOrderStatus: toPurchaseOrderStatus(handle) };
    expect(whyNotAcknowledgeable(order) === undefined).toBe(open.includes(handle));
    expect(whyNotProcessable(order) === undefined).toBe(open.includes(handle));
  });

  test.each([
    [{}, /has no status/],
    [{ purchaseOrderStatus: null }, /has no status/],
    [{ purchaseOrderStatus: { name: "On Hold" } }, /is On Hold/],
    [{ purchaseOrderStatus: { name: "Acknowledged" } }, /already acknowledged/],
  ])("with %o is not possible, with the reason", (order, reason) => {
    expect(whyNotAcknowledgeable(order)).toMatch(reason);
    expect(whyNotProcessable(order)).toBeDefined();
  });

  test("is recognized by name if the handle is missing", () => {
    expect(whyNotAcknowledgeable({ purchaseOrderStatus: { name: "Processing" } })).toBeUndefined();
  });
});

test("purchase order types are read unchanged, with their current names", () => {
  expect(Object.values(purchaseOrderTypes).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  const type = toPurchaseOrderType("fulfillment_request");
  expect(type).toEqual({
    id: 2,
    name: "Fulfillment Order",
    abbreviation: "FO",
    handle: "fulfillment_request",
  });
  expect(PurchaseOrderType.parse(type)).toEqual(type);
});
