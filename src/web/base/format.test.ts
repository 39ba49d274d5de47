import { describe, expect, test } from "vitest";
import {
  formatAge,
  formatCount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatQuantity,
} from "./format.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("age", () => {
  test.each<[string | null | undefined, string]>([
    [null, "–"],
    [undefined, "–"],
    ["", ""],
    ["not a date", "not a date"],
    ["2026-11-21T11:59:30Z", "just now"],
    ["2026-11-21T11:58:00Z", "2 minutes ago"],
    ["2026-11-21T09:00:00Z", "3 hours ago"],
    ["2026-11-20T11:00:00Z", "yesterday"],
    ["2026-10-12T12:00:00Z", "40 days ago"],
    ["2026-09-22T12:00:00Z", "60 days ago"],
    ["2026-09-21T12:00:00Z", "2 months ago"],
    ["2026-08-27T12:00:00Z", "2 months ago"],
    ["2026-08-20T12:00:00Z", "3 months ago"],
    ["2026-05-21T12:00:00Z", "6 months ago"],
    ["2020-11-01T12:00:00Z", "6 years ago"],
    ["2026-11-24T12:00:00Z", "in 3 days"],
  ])("%j is %j", (at, words) => expect(formatAge(at, now)).toBe(words));
});

describe("money and quantities", () => {
  test.each<[number | null | undefined, string]>([
    [null, "–"],
    [undefined, "–"],
    [Number.NaN, "–"],
    [0, "0.00"],
    [-5.5, "-5.50"],
    [-0.000_000_1, "0.00"],
    [-0, "0.00"],
    [1234.5, "1,234.50"],
    [0.1 + 0.2, "0.30"],
    [1.2345, "1.2345"],
  ])("money %j is %j", (amount, text) => expect(formatMoney(amount)).toBe(text));

  test("a unit follows its quantity, and one has a singular noun", () => {
    expect(formatQuantity(1200, "lb")).toBe("1,200 lb");
    expect(formatQuantity(null, "lb")).toBe("–");
    expect([
      formatCount(1, "line"),
      formatCount(2, "line"),
      formatCount(0, "entry", "entries"),
    ]).toEqual(["1 line", "2 lines", "0 entries"]);
  });
});

test("an invalid date is shown unchanged", () => {
  expect([formatDateTime("soon"), formatDate("31/12/2026x"), formatDateTime(null)]).toEqual([
    "soon",
    "31/12/2026x",
    "–",
  ]);
});
