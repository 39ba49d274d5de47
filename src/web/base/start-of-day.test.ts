import { afterEach, expect, test } from "vitest";
import { settings } from "./settings.ts";
import { findFilterDay, findPastDay, startOfDay } from "./start-of-day.ts";

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

test.each([
  ["UTC", "", ""],
  ["UTC", "soon", "soon"],
  ["UTC", "Tomorrow", "Tomorrow"],
  ["Europe/Berlin", "2026-11-23", "2026-11-23"],
  ["Europe/Berlin", "2026-11-22T23:00:00.000Z", "2026-11-23"],
  ["America/New_York", "2026-11-23T00:00:00Z", "2026-11-22"],
])("with the time zone %j, a filter with %j shows the day %j", (timeZone, value, day) => {
  settings.set({ ...before, timeZone });
  expect(findFilterDay(value)).toBe(day);
});

test.each([
  ["UTC", 0, "2026-11-03T03:00:00Z", "2026-11-03"],
  ["America/New_York", 0, "2026-11-03T03:00:00Z", "2026-11-02"],
  // The clocks changed on November 1: seven days of 24 hours before begin on October 25.
  ["America/New_York", 7, "2026-11-02T04:30:00Z", "2026-10-25"],
  ["America/New_York", 7, "2026-11-02T05:30:00Z", "2026-10-26"],
  ["America/New_York", 1, "2026-11-02T04:30:00Z", "2026-10-31"],
  ["Asia/Kolkata", 7, "2026-03-01T20:00:00Z", "2026-02-23"],
])("fault 56: in %s, %i days before %s is %s", (timeZone, days, now, day) => {
  settings.set({ ...before, timeZone });
  expect(findPastDay(days, Date.parse(now))).toBe(day);
});
