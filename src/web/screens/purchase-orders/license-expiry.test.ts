import { afterEach, expect, test } from "vitest";
import { settings } from "#web/base/settings.ts";
import { licenseExpiry } from "./license-expiry.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const before = settings.get();
afterEach(() => settings.set(before));

test.each([
  ["UTC", null, "Expiration unknown", "still"],
  ["UTC", undefined, "Expiration unknown", "still"],
  ["UTC", "soon", "Expiration unknown", "still"],
  ["UTC", "2026-03-10T12:00:00Z", "Expires today", "waiting"],
  ["UTC", "2026-03-10T23:59:59Z", "Expires today", "waiting"],
  ["UTC", "2026-03-10T11:59:59Z", "Expired today", "bad"],
  ["UTC", "2026-03-09T23:59:59Z", "Expired 1 day ago", "bad"],
  ["UTC", "2020-03-10T12:00:00Z", "Expired 2,191 days ago", "bad"],
  ["UTC", "2026-03-11T00:00:00Z", "1 day left", "waiting"],
  ["UTC", "2026-04-08T23:00:00Z", "29 days left", "waiting"],
  ["UTC", "2026-04-09T01:00:00Z", "30 days left", "good"],
  // 07:00 in Chicago: the day of the license begins and ends five hours later.
  ["America/Chicago", "2026-03-11T04:59:59Z", "Expires today", "waiting"],
  ["America/Chicago", "2026-03-11T05:00:00Z", "1 day left", "waiting"],
  ["America/Chicago", "2026-03-10T04:59:59Z", "Expired 1 day ago", "bad"],
  // 21:00 in Tokyo.
  ["Asia/Tokyo", "2026-03-10T15:00:00Z", "1 day left", "waiting"],
  ["Asia/Tokyo", "0001-01-01T00:00:00Z", "Expired 739,684 days ago", "bad"],
  ["Asia/Tokyo", "+275760-09-13T00:00:00Z", "99,979,478 days left", "good"],
])("in %s, %s: %s", (timeZone, expiresAt, words, tone) => {
  settings.set({ ...before, timeZone });
  expect(licenseExpiry(expiresAt, now)).toEqual({ words, tone });
});
