import { afterEach, expect, test } from "vitest";
import { findFilterDay, findPastDay, isWithin, parseDay, startOfDay } from "./days.ts";
import { settings } from "./settings.ts";

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

const noon = "2026-11-21T12:00:00Z";

test.each([
  [noon, {}, true],
  [noon, { after: "2026-11-21", before: "2026-11-22" }, true],
  [noon, { after: "2026-11-22" }, false],
  [noon, { before: "2026-11-21" }, false],
  // Neither limit belongs to the range.
  [noon, { after: noon }, false],
  [noon, { before: noon }, false],
  [noon, { before: "2026-11-21T12:00:00.001Z" }, true],
  [null, { after: "2026-11-21" }, false],
  ["not a date", { after: "2026-11-21" }, false],
  ["not a date", { before: "2026-11-21" }, false],
  [undefined, {}, true],
  [undefined, { after: "soon", before: "" }, true],
  [noon, { after: "soon", before: "" }, true],
])("%j within %j: %j", (at, range, expected) => expect(isWithin(at, range)).toBe(expected));

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
