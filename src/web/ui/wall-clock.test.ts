import { expect, test } from "vitest";
import { findDay, findNoon, findZoneShift } from "./wall-clock.ts";

const hour = 3_600_000;

test.each([
  ["2026-01-15T12:00:00.789Z", "UTC", 0, "2026-01-15"],
  ["2026-01-15T12:00:00Z", "America/New_York", -5 * hour, "2026-01-15"],
  ["2026-01-15T20:00:00Z", "Asia/Kolkata", 5.5 * hour, "2026-01-16"],
  ["2026-01-15T11:00:00Z", "Pacific/Kiritimati", 14 * hour, "2026-01-16"],
  ["2026-01-15T10:59:00Z", "Pacific/Pago_Pago", -11 * hour, "2026-01-14"],
])("at %s, %s is %i ms ahead of UTC, on %s", (at, zone, shift, day) => {
  expect(findZoneShift(Date.parse(at), zone)).toBe(shift);
  expect(findDay(Date.parse(at), zone)).toBe(day);
  expect(findDay(findNoon(day, zone), zone)).toBe(day);
});
