import { describe, expect, test } from "vitest";
import { parseTime, timeBefore } from "./iso-time.ts";

describe("parseTime", () => {
  test.each([
    ["2026-01-05", "2026-01-05T00:00:00.000Z"],
    ["2026-01-05T08:30", "2026-01-05T08:30:00.000Z"],
    ["2026-01-05 08:30:15", "2026-01-05T08:30:15.000Z"],
    ["2026-01-05T08:30:15.123456Z", "2026-01-05T08:30:15.123Z"],
    ["2026-01-05T08:30:00+05:30", "2026-01-05T03:00:00.000Z"],
    ["2026-01-05T08:30:00-0800", "2026-01-05T16:30:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["0099-12-31", "0099-12-31T00:00:00.000Z"],
    ["+010000-01-01", "+010000-01-01T00:00:00.000Z"],
    ["2026-01-05T24:00:00Z", "2026-01-06T00:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(new Date(parseTime(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  test.each([
    "",
    "soon",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-05T25:00",
    "2026-01-05T08:61",
    "05.01.2026",
    "2026",
    "+999999-01-01",
    5,
    null,
    undefined,
    {},
    [],
  ])("%j is no time", (value) => {
    expect(parseTime(value)).toBeUndefined();
  });
});

describe("timeBefore", () => {
  const now = "2026-03-31T12:00:00.000Z";
  const before = (amount: string, unit: string) => {
    const time = timeBefore(parseTime(now) ?? 0, amount, unit);
    return time === undefined ? undefined : new Date(time).toISOString();
  };

  test.each([
    ["30", "", "2026-03-01T12:00:00.000Z"],
    ["1.5", "hours", "2026-03-31T10:30:00.000Z"],
    ["1", "Minute", "2026-03-31T11:59:00.000Z"],
    ["2", " weeks ", "2026-03-17T12:00:00.000Z"],
    ["1", "month", "2026-02-28T12:00:00.000Z"],
    ["25", "months", "2024-02-29T12:00:00.000Z"],
    ["2", "years", "2024-03-31T12:00:00.000Z"],
    ["-1", "months", "2026-04-30T12:00:00.000Z"],
  ])("%s %s before is %s", (amount, unit, time) => {
    expect(before(amount, unit)).toBe(time);
  });

  test.each([
    ["", "days"],
    ["2026-01-01", ""],
    ["5", "constructor"],
    ["1.5", "months"],
    ["0.5", "Year"],
    ["9007199254740991", "years"],
    ["Infinity", "days"],
  ])("%s %s is none", (amount, unit) => {
    expect(timeBefore(0, amount, unit)).toBeUndefined();
  });
});
