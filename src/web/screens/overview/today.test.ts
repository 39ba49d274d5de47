import { expect, test } from "vitest";
import { startOfDay } from "./today.ts";

test.each([
  ["2026-11-21T12:34:56.789Z", "UTC", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T03:00:00Z", "America/New_York", "2026-11-20T05:00:00.000Z"],
  ["2026-11-21T20:00:00Z", "Asia/Kolkata", "2026-11-21T18:30:00.000Z"],
  // The clocks change between midnight and now.
  ["2026-03-29T10:00:00Z", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-10-25T10:00:00Z", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
  ["2026-11-01T18:00:00Z", "America/New_York", "2026-11-01T04:00:00.000Z"],
])("at %s in %s the day began at %s", (now, zone, start) =>
  expect(startOfDay(Date.parse(now), zone)).toBe(start),
);
