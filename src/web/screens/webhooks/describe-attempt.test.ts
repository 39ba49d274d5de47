import { expect, test } from "vitest";
import { describeAttempt } from "./describe-attempt.ts";

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
