import { expect, test } from "vitest";
import { ageLimits } from "#contract/figures.ts";
import type { Rma } from "#contract/rmas.ts";
import { isWithin } from "#web/base/days.ts";
import { countByAge, findAgeRange } from "./ages.ts";
import { summarizeWaiting } from "./listed-waiting.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

const dates = [
  "2026-11-21T11:00:00Z",
  "2026-11-19T11:00:00Z",
  "2026-10-01T00:00:00Z",
  null,
  undefined,
  "not a date",
  // Written by a clock that is ahead of this one.
  "2026-11-22T00:00:00Z",
];

test("counts records by age", () => {
  expect(countByAge(dates, now)).toEqual([2, 1, 0, 0, 1]);
  expect(countByAge([], now)).toEqual([0, 0, 0, 0, 0]);
});

test("the range of each step contains the records that it counts", () => {
  const ranges = ageLimits.map((_, step) => findAgeRange(step, now));
  expect(ranges[0]).toEqual({ after: "2026-11-20T12:00:00.000Z" });
  expect(ranges.at(-1)).toEqual({ before: "2026-11-07T12:00:00.000Z" });
  expect(ranges.map((range) => dates.filter((at) => isWithin(at, range)).length)).toEqual(
    countByAge(dates, now),
  );
});

const rma = (id: number, createdAt: string | null, quantity = 1): Rma =>
  ({
    id,
    rmaNumber: `RMA-${id}`,
    rmaStatus: "Waiting",
    createdAt,
    items: [
      { quantity, cost: 2.005, approvedQuantity: null, deniedQuantity: 0, bundleComponents: [] },
    ],
    rmaShipments: [],
  }) as Rma;

test("listed RMAs give the same figures as the gateway counts, the oldest first", () => {
  const split = rma(6, "2026-09-01T00:00:00Z", 2);
  const decided = {
    ...split,
    items: [{ ...split.items[0], approvedQuantity: 1, deniedQuantity: 1 }],
  } as Rma;
  const unpriced = rma(5, "not a date");
  const waiting = summarizeWaiting(
    [
      rma(1, "2026-11-21T11:00:00Z", 2),
      rma(2, "2026-11-19T11:00:00Z"),
      rma(3, "2026-10-01T00:00:00Z", 5),
      rma(4, null),
      { ...unpriced, items: unpriced.items.map((item) => ({ ...item, cost: null })) },
      decided,
    ],
    now,
  );
  expect(waiting.longest.map(({ id }) => id)).toEqual([3, 2, 1, 4, 5]);
  expect(waiting).toMatchObject({ rmas: 5, units: 10, credit: 18.06, withoutCost: 1 });
  expect(waiting.ages).toEqual([1, 1, 0, 0, 1]);
});
