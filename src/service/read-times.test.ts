import { afterEach, describe, expect, test, vi } from "vitest";
import { readTime } from "#contract/read-time.ts";
import { toInstant } from "#http/instant.ts";
import { parseTime } from "#rules/iso-time.ts";

/*
 * A time is read in three places: by screens and the gateway (`readTime`), in a query (`toInstant`), and by rules
 * (`parseTime`). What two of them read, they read alike, in every zone.
 */

afterEach(() => {
  vi.unstubAllEnvs();
});

const write = (time: number | undefined): string | undefined =>
  time === undefined || Number.isNaN(time) ? undefined : new Date(time).toISOString();

const orNone = (read: () => string): string | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** The time of a text in UTC as each of the three reads it; undefined for no time. */
const readings = (text: string) => ({
  readTime: write(readTime(text)),
  toInstant: orNone(() => toInstant(text)),
  parseTime: write(parseTime(text)),
});

describe.each(["UTC", "America/New_York", "Asia/Kolkata"])("fault 56: in %s", (zone) => {
  test.each([
    ["2025-01-01", "2025-01-01T00:00:00.000Z"],
    // Without a zone.
    ["2025-01-01T10:00", "2025-01-01T10:00:00.000Z"],
    ["2025-01-01 10:00", "2025-01-01T10:00:00.000Z"],
    ["2025-01-01t10:00:00", "2025-01-01T10:00:00.000Z"],
    ["2025-01-01T10:00:00.5", "2025-01-01T10:00:00.500Z"],
    ["2025-01-01T10:00:00.123456789", "2025-01-01T10:00:00.123Z"],
    ["2025-01-01T24:00", "2025-01-02T00:00:00.000Z"],
    // The clocks of New York skip this hour, and repeat that one.
    ["2025-03-09T02:30", "2025-03-09T02:30:00.000Z"],
    ["2025-11-02T01:30", "2025-11-02T01:30:00.000Z"],
    // With a zone.
    ["2025-01-01T10:00Z", "2025-01-01T10:00:00.000Z"],
    ["2025-01-01t10:00z", "2025-01-01T10:00:00.000Z"],
    ["2025-01-01T10:00+01:00", "2025-01-01T09:00:00.000Z"],
    ["2025-01-01 10:00 +01:00", "2025-01-01T09:00:00.000Z"],
    ["2025-01-01T10:00-0330", "2025-01-01T13:30:00.000Z"],
  ])("all read %s as %s", (text, time) => {
    vi.stubEnv("TZ", zone);
    expect(readings(text)).toEqual({ readTime: time, toInstant: time, parseTime: time });
  });

  test.each([
    ["0000-06-01T00:00:00", "0000-06-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"],
    ["-000001-01-01T00:00:00", "-000001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"],
    ["+010000-01-01T00:00:00", "+010000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
    ["+010000-01-01", "+010000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
  ])("a query keeps %s within the years that a database compares", (text, time, instant) => {
    vi.stubEnv("TZ", zone);
    expect(readings(text)).toEqual({ readTime: time, toInstant: instant, parseTime: time });
  });

  // The API writes none of these; queries with them are refused before they are read.
  test.each([
    ["2025-01-01T10:00+01", "2025-01-01T09:00:00.000Z"],
    ["2025-01-01T10:00:00,5", "2025-01-01T10:00:00.500Z"],
    ["2025-01-01T10:00 Z", "2025-01-01T10:00:00.000Z"],
    [" 2025-01-01T10:00 ", "2025-01-01T10:00:00.000Z"],
    ["2025-01-01T23:59:60", "2025-01-02T00:00:00.000Z"],
    ["2025-01-01+01:00", "2024-12-31T23:00:00.000Z"],
  ])("only rules read %j", (text, time) => {
    vi.stubEnv("TZ", zone);
    expect(readings(text)).toEqual({
      readTime: undefined,
      toInstant: undefined,
      parseTime: time,
    });
  });

  test.each([
    ["2025-02-30", "2025-03-02T00:00:00.000Z"],
    ["2025-02-30T10:00", "2025-03-02T10:00:00.000Z"],
    ["2025-01", "2025-01-01T00:00:00.000Z"],
  ])("%s is no day for rules", (text, time) => {
    vi.stubEnv("TZ", zone);
    expect(readings(text)).toEqual({ readTime: time, toInstant: time, parseTime: undefined });
  });

  test.each([
    "",
    "soon",
    "2025-01-01T24:30",
    "2025-01-01T25:00",
    "2025-01-01T10",
    "10000-01-01T00:00:00",
    "20250101",
  ])("%j is no time for any of them", (text) => {
    vi.stubEnv("TZ", zone);
    expect(Object.values(readings(text))).toEqual([undefined, undefined, undefined]);
  });
});
