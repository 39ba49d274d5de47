import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createDayFinder,
  findDay,
  findDayStart,
  findNextDay,
  findNoon,
  findZoneShift,
} from "./wall-clock.ts";

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

test.each([
  ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
  ["2026-11-21", "Pacific/Pago_Pago", "2026-11-21T11:00:00.000Z"],
  // The clocks change at 02:00 and 03:00.
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
  // They skip midnight, west and east of Greenwich: these days begin at 01:00.
  ["2026-03-08", "America/Havana", "2026-03-08T05:00:00.000Z"],
  ["2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00.000Z"],
  // They repeat midnight, or the hour before it.
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  ["2026-10-25", "Asia/Beirut", "2026-10-24T22:00:00.000Z"],
  // A zone that skipped this day.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
])("fault 56: %s begins in %s at %s", (day, zone, start) => {
  expect(new Date(findDayStart(day, zone)).toISOString()).toBe(start);
});

test.each(["", "soon", "2026-13-01", "2026-02", "2026-03-01T00:00:00Z"])("%j has no start", (day) =>
  expect(findDayStart(day, "UTC")).toBeNaN(),
);

test.each([
  ["2026-02-28", "2026-03-01"],
  ["2028-02-28", "2028-02-29"],
  ["2026-12-31", "2027-01-01"],
  ["2026-13-01", "2026-13-01"],
  ["soon", "soon"],
  ["", ""],
])("after %s is %s", (day, next) => expect(findNextDay(day)).toBe(next));

const zones = [
  "UTC",
  "America/New_York",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Europe/London",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
] as const;

test.each(zones)("a finder finds the same days in %s", (zone) => {
  const find = createDayFinder(zone);
  const [min, max] = [Date.parse("2026-01-01T00:00:00Z"), Date.parse("2027-01-01T00:00:00Z")];
  fc.assert(
    fc.property(fc.integer({ min, max }), (at) => {
      expect(find(at)).toBe(findDay(at, zone));
    }),
  );
});

test.each([Number.NaN, 8.64e15, -8.64e15, Date.parse("+012026-01-02T00:00:00Z")])(
  "a finder finds no day for %d",
  (at) => expect(createDayFinder("Asia/Kolkata")(at)).toBe(""),
);
