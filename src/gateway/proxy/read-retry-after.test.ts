import { expect, it } from "vitest";
import { readRetryAfter } from "./check-answer.ts";

const now = Date.parse("2026-03-01T00:00:00Z");

it.each([
  ["0", 0],
  ["1", 1_000],
  [" 2 ", 2_000],
  ["3600", 3_600_000],
  ["999999999999", 3_600_000],
  ["Sun, 01 Mar 2026 00:00:05 GMT", 5_000],
  ["Sat, 28 Feb 2026 23:59:55 GMT", 0],
  ["Sun, 01 Mar 2026 10:00:00 GMT", 3_600_000],
  [["9", "4"], 4_000],
  [undefined, undefined],
  ["", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["1e3", undefined],
  ["Sun, 99 Zzz", undefined],
])("fault 46: reads Retry-After %j as %j ms", (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});
