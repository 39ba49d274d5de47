import { expect, test } from "vitest";
import { existedBefore } from "./existed-before.ts";

const sentAt = Date.parse("2026-11-25T12:00:00Z");

test.each<[createdAt: string | null | undefined, sentAt: number | undefined, existed: boolean]>([
  ["2026-11-25T12:00:01Z", sentAt, false],
  // Another clock, or another time zone.
  ["2026-11-25T11:58:00Z", sentAt, false],
  ["2026-11-25T01:00:00", sentAt, false],
  ["2026-11-23T12:00:01Z", sentAt, false],
  // Without a zone: UTC, on every machine.
  ["2026-11-23T12:00:00", sentAt, false],
  ["2026-11-23T11:59:59", sentAt, true],
  ["2026-11-23T11:59:59Z", sentAt, true],
  ["2025-03-01T00:00:00Z", sentAt, true],
  ["2025-03-01T00:00:00Z", undefined, false],
  ["not a time", sentAt, false],
  [null, sentAt, false],
  [undefined, sentAt, false],
])("a record created at %s existed before a request of %s: %s", (createdAt, sent, existed) => {
  expect(existedBefore({ createdAt }, sent)).toBe(existed);
});
