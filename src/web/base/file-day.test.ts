import { afterEach, expect, test } from "vitest";
import { formatFileDay, formatFileMinute } from "./file-day.ts";
import { settings } from "./settings.ts";

const before = settings.get();
afterEach(() => settings.set(before));

test.each([
  ["UTC", "2026-11-24", "2026-11-24-01-05"],
  ["America/Los_Angeles", "2026-11-23", "2026-11-23-17-05"],
  ["Asia/Kolkata", "2026-11-24", "2026-11-24-06-35"],
])("in %s, a file has the day and the minute of that time zone", (timeZone, day, minute) => {
  settings.set({ ...before, timeZone });
  const at = Date.parse("2026-11-24T01:05:59Z");
  expect([formatFileDay(at), formatFileMinute(at)]).toEqual([day, minute]);
});
