import { expect, test } from "vitest";
import { hasUndecidedUnits, type RmaItem } from "#contract/rmas.ts";
import { describePlace, oldestFirst } from "./rma-queue.ts";
import { findPlace } from "#web/kit/listed-records.ts";
import { waitingRma } from "#web/testing/rma.ts";

const item = (given: Partial<RmaItem>): RmaItem => ({
  quantity: 5,
  bundleComponents: [],
  ...given,
});

test.each([
  ["nothing decided", "Waiting", [item({})], true],
  ["some units left", "Partially Approved", [item({ approvedQuantity: 4 })], true],
  [
    "all units decided",
    "Partially Approved",
    [item({ approvedQuantity: 4, deniedQuantity: 1 })],
    false,
  ],
  ["voided", "Voided", [item({})], false],
  ["no lines", "Waiting", [], false],
])("has undecided units: %s", (_, rmaStatus, items, expected) =>
  expect(hasUndecidedUnits(waitingRma(items, { rmaStatus }))).toBe(expected),
);

test("the oldest comes first, and one without a date last", () => {
  const at = (id: number, createdAt: string | null) => waitingRma([], { id, createdAt });
  const rmas = [at(1, "2026-02-01"), at(2, null), at(3, "2025-12-31")];
  expect(oldestFirst(rmas).map(({ id }) => id)).toEqual([3, 1, 2]);
});

test.each([
  [7, { place: 1, count: 3, previous: undefined, next: 8 }],
  [8, { place: 2, count: 3, previous: 7, next: 9 }],
  [9, { place: 3, count: 3, previous: 8, next: undefined }],
  [1, { place: undefined, count: 3, previous: undefined, next: 7 }],
])("the neighbors of %i", (id, place) => expect(findPlace([7, 8, 9], id)).toEqual(place));

test.each([
  [8, false, "2 of 3"],
  [8, true, "2 of 3"],
  [1, false, "3 to decide"],
  [1, true, ""],
])("the place of %i in a queue, which is only part of a longer one: %j", (id, isPart, words) =>
  expect(describePlace({ ...findPlace([7, 8, 9], id), isPart })).toBe(words),
);
