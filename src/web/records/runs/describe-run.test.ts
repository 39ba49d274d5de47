import { expect, test } from "vitest";
import { describeLine, describeTally, reportRun, type RunWords } from "./describe-run.ts";
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
