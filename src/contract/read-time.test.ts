import { afterEach, describe, expect, it, vi } from "vitest";
import { readTime } from "./read-time.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(["UTC", "America/New_York", "Asia/Kolkata"])("fault 56: in %s", (zone) => {
  it.each([
    ["2026-03-01T12:30:00.5Z", "2026-03-01T12:30:00.500Z"],
    ["2026-03-01T12:30:00+02:00", "2026-03-01T10:30:00.000Z"],
    ["2026-03-01T12:30:00-0330", "2026-03-01T16:00:00.000Z"],
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    ["+012026-03-01T00:00:00Z", "+012026-03-01T00:00:00.000Z"],
    // Without a zone.
    ["2026-03-01T12:30", "2026-03-01T12:30:00.000Z"],
    ["2026-03-01T12:30:00.123456", "2026-03-01T12:30:00.123Z"],
    ["2026-03-01 12:30:00", "2026-03-01T12:30:00.000Z"],
    ["2026-03-01t12:30:00", "2026-03-01T12:30:00.000Z"],
    ["+012026-03-01T00:00:00", "+012026-03-01T00:00:00.000Z"],
    // The clocks of New York skip this hour, and repeat that one.
    ["2026-03-08T02:30:00", "2026-03-08T02:30:00.000Z"],
    ["2026-11-01T01:30:00", "2026-11-01T01:30:00.000Z"],
  ])("%s is %s", (text, time) => {
    vi.stubEnv("TZ", zone);
    expect(new Date(readTime(text)).toISOString()).toBe(time);
  });

  it.each([null, undefined, "", "soon", "10000-01-01T00:00:00Z", "10000-01-01T00:00:00", "12:30"])(
    "%j is no time",
    (text) => {
      vi.stubEnv("TZ", zone);
      expect(readTime(text)).toBeNaN();
    },
  );
});
