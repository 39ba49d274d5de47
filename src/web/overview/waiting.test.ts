import { expect, test } from "vitest";
import type { Rma } from "#contract/rmas.ts";
import { waitingOf } from "./waiting.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const rma = (id: number, createdAt: string | null, quantity = 1): Rma =>
  ({
    id,
    createdAt,
    items: [{ quantity, approvedQuantity: null, deniedQuantity: 0, bundleComponents: [] }],
    rmaShipments: [],
  }) as Rma;

test("counts by age, orders by age, and counts an RMA that was read twice once", () => {
  const read = [
    rma(1, "2026-11-21T11:00:00Z", 2),
    rma(2, "2026-11-19T11:00:00Z"),
    rma(3, "2026-10-01T00:00:00Z", 5),
    rma(3, "2026-10-01T00:00:00Z", 5),
    rma(4, null),
    rma(5, "not a date"),
    rma(6, "2026-11-22T00:00:00Z"),
  ];
  const waiting = waitingOf(read, now, 3);
  expect(waiting.oldest.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(waiting.units).toBe(11);
  expect(waiting.byAge).toEqual([4, 1, 0, 0, 1]);
});

test("an RMA whose units are all decided is not among those that wait", () => {
  const split = rma(1, "2026-10-01T00:00:00Z", 2);
  const decided = {
    ...split,
    items: [{ ...split.items[0], approvedQuantity: 1, deniedQuantity: 1 }],
  } as Rma;
  const waiting = waitingOf([decided, rma(2, null)], now);
  expect(waiting.oldest.map(({ id }) => id)).toEqual([2]);
  expect(waiting).toMatchObject({ byAge: [1, 0, 0, 0, 0], units: 1, count: 1, decided: 1 });
});

test("has nothing to say about nothing", () => {
  expect(waitingOf([], now)).toEqual({
    oldest: [],
    units: 0,
    byAge: [0, 0, 0, 0, 0],
    count: 0,
    decided: 0,
  });
});
