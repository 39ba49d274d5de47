import { describe, expect, it } from "vitest";
import type { ProblemKind } from "#gateway/server/problems.ts";
import { delayBeforeRetry, pauseAfterRefusals } from "./back-off.ts";
import { readRetryAfter, type Verdict } from "./check-answer.ts";

describe("the pause after a 429", () => {
  it.each([
    { refusals: 1, retryAfterMs: undefined, random: 0, expected: 1_000 },
    { refusals: 1, retryAfterMs: 0, random: 0, expected: 1_000 },
    { refusals: 1, retryAfterMs: 2_000, random: 0, expected: 2_000 },
    { refusals: 1, retryAfterMs: 1_000, random: 1, expected: 1_300 },
    { refusals: 3, retryAfterMs: 1_000, random: 0, expected: 4_000 },
    { refusals: 9, retryAfterMs: undefined, random: 0, expected: 16_000 },
    { refusals: 1, retryAfterMs: 3_600_000, random: 0, expected: 3_600_000 },
  ])(
    "fault 46: is $expected ms after $refusals in a row and Retry-After $retryAfterMs",
    ({ refusals, retryAfterMs, random, expected }) => {
      expect(pauseAfterRefusals(refusals, retryAfterMs, () => random)).toBe(expected);
    },
  );
});

const failure = (
  kind: ProblemKind,
  status?: number,
  retryAfterMs?: number,
  problemStatus?: number,
): Verdict => ({
  kind: "failure",
  failure: { kind, ...(problemStatus === undefined ? {} : { status: problemStatus }) },
  status,
  tokenRefused: false,
  retryAfterMs,
});

const none = { rateLimited: 0, broken: 0 };

describe("another try of a read", () => {
  it.each([
    {
      name: "not after a success",
      verdict: {
        kind: "success",
        status: 200,
        value: [],
        totalCount: undefined,
        etag: undefined,
        contractIssues: 0,
      } as const,
      expected: undefined,
    },
    {
      name: "after a break",
      verdict: failure("upstream-failed", undefined, undefined, 502),
      expected: 250,
    },
    { name: "after no connection", verdict: failure("upstream-unreachable"), expected: 250 },
    { name: "after a 500", verdict: failure("upstream-error", 500), expected: 250 },
    {
      name: "after a 503, as late as it asks",
      verdict: failure("upstream-error", 503, 3_000),
      expected: 3_250,
    },
    {
      name: "not after a 503 that asks for a minute",
      verdict: failure("upstream-error", 503, 60_000),
      expected: undefined,
    },
    {
      name: "not after a timeout",
      verdict: failure("upstream-failed", undefined, undefined, 504),
      expected: undefined,
    },
    { name: "not after a 404", verdict: failure("upstream-refused", 404), expected: undefined },
    { name: "not after a 403", verdict: failure("upstream-refused", 403), expected: undefined },
    {
      name: "not after a refused token",
      verdict: failure("token-refused", 401),
      expected: undefined,
    },
    {
      name: "not after an invalid answer",
      verdict: failure("upstream-invalid", 200),
      expected: undefined,
    },
    {
      name: "after a 429, when the token's pause is over",
      verdict: failure("rate-limited", 429, 1_000),
      expected: 0,
    },
    {
      name: "not when the queue itself turned it away",
      verdict: failure("rate-limited", undefined, 60_000),
      expected: undefined,
    },
  ])("happens $name", ({ verdict, expected }) => {
    expect(delayBeforeRetry(verdict, none, () => 0.5)).toBe(expected);
  });

  it("has the documented limits", () => {
    expect(
      delayBeforeRetry(failure("rate-limited", 429), { rateLimited: 4, broken: 0 }, Math.random),
    ).toBeUndefined();
    expect(
      delayBeforeRetry(failure("upstream-error", 500), { rateLimited: 0, broken: 1 }, Math.random),
    ).toBeUndefined();
  });
});

const now = Date.parse("2026-03-01T00:00:00Z");

it.each([
  ["0", 0],
  ["1", 1_000],
  [" 2 ", 2_000],
  ["3600", 3_600_000],
  ["999999999999", 3_600_000],
  ["Sun, 01 Mar 2026 00:00:05 GMT", 5_000],
  ["Sat, 28 Feb 2026 23:59:55 GMT", 0],
  ["Sun, 01 Mar 2026 10:00:00 GMT", 3_600_000],
  [["9", "4"], 4_000],
  [undefined, undefined],
  ["", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["1e3", undefined],
  ["Sun, 99 Zzz", undefined],
])("fault 46: reads Retry-After %j as %j ms", (header, expected) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});
