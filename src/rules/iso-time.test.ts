import { describe, expect, test } from "vitest";
import { parseDuration, parseTime } from "./iso-time.ts";

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

describe("parseDuration", () => {
  test.each([
    ["30", "", 2_592_000_000],
    ["1.5", "hours", 5_400_000],
    ["1", "Minute", 60_000],
    ["2", " weeks ", 1_209_600_000],
  ])("%s %s is %d ms", (amount, unit, ms) => {
    expect(parseDuration(amount, unit)).toBe(ms);
  });

  test.each([
    ["", "days"],
    ["2026-01-01", ""],
    ["5", "constructor"],
    ["5", "months"],
    ["Infinity", "days"],
  ])("%s %s is none", (amount, unit) => {
    expect(parseDuration(amount, unit)).toBeUndefined();
  });
});
