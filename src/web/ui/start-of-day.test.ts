import { afterEach, expect, test } from "vitest";
import { settings } from "./settings.ts";
import { startOfDay } from "./start-of-day.ts";

const before = settings.get();

afterEach(() => settings.set(before));

test.each([
  ["UTC", undefined, undefined],
  ["UTC", "", ""],
  ["UTC", "soon", "soon"],
  ["UTC", "2026-13-01", "2026-13-01"],
  ["America/New_York", "2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z"],
  ["America/New_York", "2026-03-01", "2026-03-01T05:00:00.000Z"],
  ["Asia/Kolkata", "2026-03-01", "2026-02-28T18:30:00.000Z"],
  // Without a setting, the browser's time zone.
  ["", "2026-03-01", new Date(2026, 2, 1).toISOString()],
])("with the time zone %j, %j begins at %j", (timeZone, day, start) => {
  settings.set({ ...before, timeZone });
  expect(startOfDay(day)).toBe(start);
});
