import { describe } from "vitest";
import { testComparators } from "#rules/testing/comparator-tests.ts";
import { dateComparators } from "./dates.ts";

const x100k = "x".repeat(100_000);
const values = [
  null,
  undefined,
  "",
  "soon",
  5,
  {},
  [],
  ["2026-01-09", "2020-01-01"],
  `2026${x100k}`,
  "２０２６-01-09",
];
// null, missing, empty, a word, a number, a record, no entries, two entries, long, wide digits

describe("comparators of dates (api 2.15)", () => {
  testComparators(dateComparators, {
    // It is noon of 10 January 2026.
    rows: [
      ["date_older_than", "2026-01-01", ["5"], true],
      ["date_older_than", "2026-01-08", ["5", "days"], false],
      ["date_older_than", "2026-01-10T11:29:00Z", ["30", "minutes"], true],
      ["date_older_than", "2026-01-10T11:31:00Z", ["30", "minute"], false],
      ["date_older_than", "2020-02-30", ["1"], false],
      ["date_within_last", "2026-01-09", ["2", "days"], true],
      ["date_within_last", "2026-01-07", ["2"], false],
      ["date_within_last", "2026-01-11", ["2"], false],
      ["date_greater_than", "2026-01-02", ["2026-01-01"], true],
      ["date_greater_than", "2026-01-01T00:00:00+02:00", ["2026-01-01"], false],
      ["date_greater_than", "2026-01-02", ["soon"], false],
      ["date_greater_than_equals", "2026-01-01T00:00:00.000Z", ["2026-01-01"], true],
      ["date_greater_than_equals", "2025-12-31", ["2026-01-01"], false],
      ["date_older_than_equals", "2026-01-01", ["2026-01-01T00:00"], true],
      ["date_older_than_equals", "2026-01-02", ["2026-01-01"], false],
    ],
    values,
    inputs: {
      date_older_than: [["30"], "-------+--"],
      date_within_last: [["30"], "-------+--"],
      date_greater_than: [["2026-01-01"], "-------+--"],
      date_greater_than_equals: [["2026-01-09"], "-------+--"],
      date_older_than_equals: [["2020-01-01"], "-------+--"],
    },
  });
});
