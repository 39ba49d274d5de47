import { expect, test } from "vitest";
import { parseDay } from "./parse-day.ts";

test.each([
  ["2026-11-22", "2026-11-22"],
  ["2026-3-4", "2026-03-04"],
  ["20261122", "2026-11-22"],
  [" 22 Nov 2026 ", "2026-11-22"],
  ["1 September 2026", "2026-09-01"],
  ["Nov 22, 2026", "2026-11-22"],
  ["september 1 2026", "2026-09-01"],
  ["2026-11-22T10:00:00Z", "2026-11-22"],
  ["2024-02-29", "2024-02-29"],
])("%s is a day", (text, day) => expect(parseDay(text)).toBe(day));

test.each([
  "",
  "2026-11",
  "3/4/2026",
  "2026-02-30",
  "2025-02-29",
  "2026-13-01",
  "31 Foo 2026",
  "Foo 31, 2026",
  "Feb 30, 2026",
  "Nov 22",
  "soon",
])("%s is not a day", (text) => expect(parseDay(text)).toBeUndefined());
