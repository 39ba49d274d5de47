import { expect, test } from "vitest";
import { countByAge } from "./ages.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test("counts records by age", () => {
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
  expect(countByAge(dates, now)).toEqual([5, 1, 0, 0, 1]);
  expect(countByAge([], now)).toEqual([0, 0, 0, 0, 0]);
});
