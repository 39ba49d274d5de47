import { describe, expect, test } from "vitest";
import { formatDuration } from "#web/base/format.ts";
import { runTime, secondsAtRate, secondsLeft } from "./run-time.ts";

test.each([
  [30, 2, 15],
  [1, 2, 1],
  [31, 2, 16],
  [0, 2, 0],
  [30, 0, undefined],
  [30, undefined, undefined],
])("%i requests at %s a second take %s seconds", (requests, rate, seconds) => {
  expect(secondsAtRate(requests, rate)).toBe(seconds);
});

test.each([
  [0, "1 second"],
  [0.2, "1 second"],
  [15, "15 seconds"],
  [89.5, "2 minutes"],
  [600, "10 minutes"],
  [5_400, "1 hour 30 minutes"],
  [7_200, "2 hours"],
])("%d seconds are said as %j", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test("runTime estimates the duration before a run starts", () => {
  expect(runTime({ noun: "order", requests: 1 }, 30, 2)).toBe(
    "One request per order, at up to 2 requests per second: about 15 seconds.",
  );
  expect(runTime({ noun: "RMA", requests: 2 }, 30, 2)).toBe(
    "2 requests per RMA, at up to 2 requests per second: about 30 seconds.",
  );
  expect(runTime({ noun: "order", requests: 1 }, 30, 0)).toBe(
    "One request per order, one after another.",
  );
});

describe("secondsLeft uses the slower of the allowed rate and the pace so far", () => {
  test.each([
    [10, 1, 2, { done: 0, ms: 0 }, 5],
    [10, 2, 2, { done: 0, ms: 0 }, 10],
    [10, 1, 2, { done: 4, ms: 400 }, 5],
    [10, 1, 2, { done: 4, ms: 8_000 }, 20],
    [10, 2, 2, { done: 4, ms: 8_000 }, 20],
    [10, 1, 0, { done: 0, ms: 0 }, undefined],
    [10, 1, undefined, { done: 2, ms: 1_000 }, 5],
    [0, 1, 2, { done: 4, ms: 8_000 }, 0],
  ])("%i open with %i requests at %s, paced %j: %s", (open, requests, rate, pace, seconds) => {
    expect(secondsLeft({ open, requests }, rate, pace)).toBe(seconds);
  });
});
