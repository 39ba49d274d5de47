import { expect, test } from "vitest";
import type { Rma } from "#contract/rmas.ts";
import { summarizeWaiting } from "./waiting.ts";

const rma = (id: number, createdAt: string | null, quantity = 1): Rma =>
  ({
    id,
    createdAt,
    items: [{ quantity, approvedQuantity: null, deniedQuantity: 0, bundleComponents: [] }],
    rmaShipments: [],
  }) as Rma;

test("orders by age", () => {
  const read = [
    rma(1, "2026-11-21T11:00:00Z", 2),
    rma(2, "2026-11-19T11:00:00Z"),
    rma(3, "2026-10-01T00:00:00Z", 5),
    rma(4, null),
    rma(5, "not a date"),
  ];
  const waiting = summarizeWaiting(read);
  expect(waiting.open.map(({ id }) => id)).toEqual([3, 2, 1, 4, 5]);
  expect(waiting.units).toBe(10);
});

test("an RMA whose units are all decided does not wait", () => {
  const split = rma(1, "2026-10-01T00:00:00Z", 2);
  const decided = {
    ...split,
    items: [{ ...split.items[0], approvedQuantity: 1, deniedQuantity: 1 }],
  } as Rma;
  const waiting = summarizeWaiting([decided, rma(2, null)]);
  expect(waiting.open.map(({ id }) => id)).toEqual([2]);
  expect(waiting).toMatchObject({ units: 1, decided: 1 });
});

test("is empty without RMAs", () => {
  expect(summarizeWaiting([])).toEqual({ open: [], units: 0, decided: 0 });
});
