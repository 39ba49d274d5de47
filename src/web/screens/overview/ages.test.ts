import { expect, test } from "vitest";
import { isWithin } from "#web/base/date-range.ts";
import { ageSteps, countByAge, findAgeRange } from "./ages.ts";

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
  const ranges = ageSteps.map((_, step) => findAgeRange(step, now));
  expect(ranges[0]).toEqual({ after: "2026-11-20T12:00:00.000Z" });
  expect(ranges.at(-1)).toEqual({ before: "2026-11-07T12:00:00.000Z" });
  expect(ranges.map((range) => dates.filter((at) => isWithin(at, range)).length)).toEqual(
    countByAge(dates, now),
  );
});
