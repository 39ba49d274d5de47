import { describe, expect, test } from "vitest";
import { readDecision, readLineFacts } from "./read-rma-lines.ts";

const rma = { rmaStatus: "Approved", sourceId: 3, createdAt: "2026-05-20T12:00:00Z" };
const item = { id: 1, sku: "TNT-4", quantity: 2, approvedQuantity: 2, deniedQuantity: 0, cost: 10 };

describe("how a line was decided:", () => {
  const approved = (creditPercent: number | undefined) => ({ outcome: "approve", creditPercent });
  test.each<[string, object, object | undefined]>([
    ["at full cost", { creditedAmount: 20 }, approved(100)],
    ["at a part of it", { creditedAmount: 17 }, approved(85)],
    ["at a rounded part", { cost: 9.99, creditedAmount: 16.98 }, approved(85)],
    ["of a cost with more decimals", { cost: 0.125, creditedAmount: 0.25 }, approved(100)],
    ["without a credit", { creditedAmount: 0 }, approved(0)],
    ["with an unknown credit", { creditedAmount: null }, approved(undefined)],
    ["with an unknown cost", { cost: null, creditedAmount: 20 }, approved(undefined)],
    ["with a credit above the cost", { creditedAmount: 25 }, approved(undefined)],
    ["with a credit below zero", { creditedAmount: -5 }, approved(undefined)],
    ["at no whole percentage", { cost: 1_000, creditedAmount: 1_234.56 }, approved(undefined)],
    ["denied", { approvedQuantity: 0, deniedQuantity: 2 }, { outcome: "deny" }],
    ["some of each", { approvedQuantity: 1, deniedQuantity: 1 }, { outcome: "split" }],
    ["not yet", { approvedQuantity: 1 }, undefined],
    ["no units", { quantity: 0, approvedQuantity: 0 }, undefined],
    ["a quantity that is none", { quantity: 1e300, approvedQuantity: "2" }, undefined],
  ])("%s", (_, more, decision) => {
    expect(readDecision(rma, { ...item, ...more })).toEqual(decision);
  });

  test.each([
    ["Waiting", true],
    ["Partially Approved", true],
    ["Denied", true],
    ["Voided", false],
    ["Canceled", false],
    ["Archived", false],
    [undefined, false],
  ])("in an RMA that is %s: %s", (rmaStatus, isDecided) => {
    expect(readDecision({ ...rma, rmaStatus }, item) !== undefined).toBe(isDecided);
  });
});

describe("the order of a line", () => {
  const itsReturn = { items: [{ id: 8, orderItemId: 80, salesPrice: 17 }] };
  const order = (id: number, sourceId: number, orderItemId: number, more: object = {}) => ({
    id,
    sourceId,
    generatedAt: "2026-05-01T12:00:00Z",
    purchaseOrderItems: [{ id: id * 10, orderItemId, sku: "TNT-4" }],
    ...more,
  });
  const read = (orders: readonly object[], more: object = {}) => {
    const whole = { ...rma, items: [{ ...item, returnItemId: 8, ...more }] };
    const [facts] = readLineFacts(whole, itsReturn, orders as Record<string, unknown>[]);
    return facts!;
  };
  const parcel = (shippedAt: string, held: object) => ({ shippedAt, shipmentItems: [held] });

  test.each<[string, object[], object, number | undefined]>([
    ["has its item", [order(1, 3, 79), order(2, 3, 80)], {}, 2],
    ["has its item and is its source's", [order(1, 4, 80), order(2, 3, 80)], {}, 2],
    ["has its item at another source", [order(1, 4, 80), order(2, 3, 79)], {}, 1],
    ["has its SKU", [order(1, 4, 79), order(2, 3, 79)], { returnItemId: null }, 2],
    ["is unknown", [order(1, 4, 79)], {}, undefined],
  ])("%s", (_, orders, more, id) => {
    expect(read(orders, more).order?.["id"]).toBe(id);
  });

  test.each<[string, object, number | undefined]>([
    ["the order", {}, 19],
    [
      "the last parcel of the line",
      {
        shipments: [
          parcel("2026-05-05T12:00:00Z", { orderItemId: 80 }),
          parcel("2026-05-08T12:00:00Z", { fulfillmentRequestItemId: 10 }),
          parcel("2026-05-09T12:00:00Z", { orderItemId: 81 }),
          parcel("2026-05-25T12:00:00Z", { orderItemId: 80 }),
        ],
      },
      12,
    ],
    ["delivery", { fullyReceivedAt: "2026-05-13T12:00:00Z" }, 7],
    ["nothing that is after the RMA", { generatedAt: "2026-06-01T12:00:00Z" }, undefined],
    ["no time that can't be read", { generatedAt: "soon" }, undefined],
  ])("its age counts from %s", (_, more, age) => {
    expect(read([order(1, 3, 80, more)]).age).toBe(age);
  });
});

test("nothing is assumed of a record", () => {
  const odd = {
    items: [null, 7, {}, { id: "x" }, { id: "9223372036854775807", sku: 5 }, { id: 1 }, { id: 1 }],
  };
  const facts = readLineFacts(odd, { items: "none" }, [{ purchaseOrderItems: [null, { sku: 5 }] }]);
  expect(facts.map(({ id, age, decision }) => [id, age, decision])).toEqual([
    ["9223372036854775807", undefined, undefined],
    ["1", undefined, undefined],
  ]);
});
