import { expect, test } from "vitest";
import { readAnswer } from "#contract/read.ts";
import { WebhookEventLog } from "#contract/webhooks.ts";
import {
  countNew,
  describeAttempt,
  isWaiting,
  pauseAfter,
  toResult,
  whyUnsendable,
} from "./delivery-model.ts";

const entry = (status: string, lastTriedAt: string | null, more: object = {}): WebhookEventLog =>
  readAnswer(WebhookEventLog, { id: 7, status, lastTriedAt, statusMessage: status, ...more }).value;

const [first, second] = ["2026-03-01T09:00:00.000Z", "2026-03-01T09:00:05.000Z"];
const before = entry("external_failure", first);

test.each<[string, WebhookEventLog | undefined, boolean, string | null]>([
  ["isn't in the answer", undefined, true, null],
  ["is as before", before, true, null],
  ["is being tried", entry("processing", first), true, "processing"],
  ["has failed, and is asked for again", entry("processing", second), true, "processing"],
  ["has failed once more", entry("external_failure", second), false, "external_failure"],
  ["was delivered", entry("published", second), false, "published"],
  ["ended with its webhook", entry("internal_failure", first), false, "internal_failure"],
])("an event that was sent again and %s", (_, now, waits, message) => {
  const result = toResult(before, now);
  expect(isWaiting(result)).toBe(waits);
  // The message of the attempt before isn't its result.
  expect(result.statusMessage).toBe(message);
});

test("results are read eight times within a minute, at growing intervals", () => {
  const pauses = Array.from({ length: 8 }, (_, index) => pauseAfter(index + 1));
  expect(pauses).toEqual([1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, false]);
});

const notice = entry("internal_failure", null, { eventType: "WebhookDisabledEvent" });

test.each([
  ["active", [before], /^undefined$/],
  ["disabled", [before, notice], /^undefined$/],
  ["active", [notice], /reports that the webhook was disabled/],
  ["deleted", [before], /is deleted/],
  ["deleted", undefined, /is deleted/],
  [null, undefined, /^undefined$/],
])("entries of a webhook whose status is %s", (status, events, why) => {
  expect(String(whyUnsendable(status, events))).toMatch(why);
});

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["external_failure", "2026-11-21T13:00:00Z", "planned"],
  ["external_failure", "2026-11-21T10:00:00Z", "overdue"],
  ["processing", "2026-11-21T10:00:00Z", "overdue"],
  ["published", "2026-11-21T13:00:00Z", "none"],
  ["external_failure", null, "none"],
  ["external_failure", undefined, "none"],
  ["external_failure", "soon", "planned"],
])("a delivery with status %s and its next attempt at %s: %s", (status, nextTryAt, kind) => {
  expect(describeAttempt({ status, nextTryAt }, now)).toBe(kind);
});

const events = (...ids: number[]) => ids.map((id) => ({ id }));

test.each([
  [[], [], 0],
  [[], [2, 1], 2],
  [[2, 1], [2, 1], 0],
  [[2, 1], [4, 3], 2],
  [[2, 3], [4, 3, 2], 1],
  [[5, 4], [3], 0],
])("of %j shown, %j has %i new", (shown, newest, expected) => {
  expect(countNew(events(...shown), events(...newest))).toBe(expected);
});
