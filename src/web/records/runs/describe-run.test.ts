import { describe, expect, test } from "vitest";
import { formatDuration } from "#web/base/format.ts";
import {
  describeLine,
  describeTally,
  reportRun,
  runTime,
  type RunWords,
  secondsAtRate,
  secondsLeft,
} from "./describe-run.ts";
import { type RunLine, type RunLineState, tallyLines } from "./run-line.ts";

const words: RunWords<string, { units: number }> = {
  noun: "RMA",
  kind: "rmas",
  region: "RMAs in progress",
  acting: () => "Approving",
  done: () => "approved",
  news: "values",
  requests: 2,
  outcome: ({ units }) => `${units} units`,
  columns: [{ header: "Units", value: ({ units }, went) => (went ? units : "") }],
};
const why = "No answer.";
const sent = undefined;

const results: readonly [RunLineState, result: string, description: string][] = [
  [{ kind: "waiting" }, "Not sent yet", "Waiting"],
  [{ kind: "sending", sent }, "Status unknown", "Sending"],
  [{ kind: "done" }, "Done", "Approved"],
  [{ kind: "already" }, "Already done", "Already approved"],
  [{ kind: "found" }, "Done", "Approved. The response was lost; a check confirmed the new values."],
  [{ kind: "refused", why }, "Failed", "Refused: No answer."],
  [{ kind: "skipped", why }, "Skipped", "Skipped: No answer."],
  [{ kind: "unread", why }, "Failed", "Not sent: the RMA couldn't be loaded. No answer."],
  [
    { kind: "unmoved", why },
    "Failed",
    "Unchanged. No response (No answer.); a check confirmed the old values.",
  ],
  [
    { kind: "unknown", why, sent },
    "Status unknown",
    "Status unknown. No response, and the RMA can't be loaded now. No answer.",
  ],
  [{ kind: "canceled" }, "Canceled", "Canceled, not sent"],
];

const lines = results.map(([state], index): RunLine<{ units: number }> => ({
  id: index + 1,
  name: `RMA-${index + 1}`,
  data: { units: 3 },
  state,
}));

test("the report has a row for each record, with its result and its new state", () => {
  const went = new Set(["Done", "Already done"]);
  expect(reportRun(words, "approve", lines)).toEqual([
    ["RMA", "ID", "Result", "Details", "Units"],
    ...results.map(([, result, description], index) => [
      `RMA-${index + 1}`,
      index + 1,
      result,
      description,
      went.has(result) ? 3 : "",
    ]),
  ]);
});

test("a changed record is described with its new state", () => {
  expect(lines.slice(2, 6).map((line) => describeLine(words, "approve", line))).toEqual([
    "Approved. 3 units",
    "Already approved. 3 units",
    "Approved. The response was lost; a check confirmed the new values. 3 units",
    "Refused: No answer.",
  ]);
});

test("the results are counted, without those that are zero", () => {
  expect(describeTally(words, "approve", tallyLines(lines))).toBe(
    "3 of 11 RMAs approved, 1 refused, 1 skipped, 1 not loaded, 1 unchanged, 1 unknown, 1 canceled",
  );
  expect(describeTally(words, "approve", tallyLines(lines.slice(2, 3)))).toBe(
    "1 of 1 RMA approved",
  );
});

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
