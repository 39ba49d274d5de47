import { expect, test } from "vitest";
import { licenseExpiry } from "./license-expiry.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

test.each([
  [null, "Expiration unknown", "still"],
  [undefined, "Expiration unknown", "still"],
  ["soon", "Expiration unknown", "still"],
  ["2026-03-10T12:00:00Z", "Expires within a day", "waiting"],
  ["2026-03-10T11:59:59Z", "Expired today", "bad"],
  ["2026-03-09T11:00:00Z", "Expired 1 day ago", "bad"],
  ["2020-03-10T12:00:00Z", "Expired 2191 days ago", "bad"],
  ["2026-03-11T13:00:00Z", "1 day left", "waiting"],
  ["2026-04-08T12:00:00Z", "29 days left", "waiting"],
  ["2026-04-09T12:00:00Z", "30 days left", "good"],
])("%s: %s", (expiresAt, words, tone) => {
  expect(licenseExpiry(expiresAt, now)).toEqual({ words, tone });
});
