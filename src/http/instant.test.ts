import { expect, test } from "vitest";
import { toInstant } from "./instant.ts";

test.each([
  ["2026-03-01", "2026-03-01T00:00:00.000Z"],
  ["2026-03-01T12:30", "2026-03-01T12:30:00.000Z"],
  ["2026-03-01T12:30:00.5Z", "2026-03-01T12:30:00.500Z"],
  ["2026-03-01T12:30:00+02:00", "2026-03-01T10:30:00.000Z"],
  ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59-10:00", "9999-12-31T23:59:59.999Z"],
])("%s is %s", (text, instant) => {
  expect(toInstant(text)).toBe(instant);
});

test("an absent value stays absent", () => {
  expect(toInstant(undefined)).toBeUndefined();
});
