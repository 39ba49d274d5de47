import { expect, test } from "vitest";
import type { BulkItem, BulkItemState, BulkRun } from "#contract/bulk-runs.ts";
import {
  describeItem,
  describeProgress,
  describeRunState,
  describeTally,
  reportRun,
  runTime,
} from "./run-words.ts";

const why = "No answer.";
const results: readonly [BulkItemState, string | null, result: string, description: string][] = [
  ["waiting", null, "Not sent yet", "Waiting"],
  ["sending", null, "Sending", "Sending"],
  ["done", null, "Done", "Approved"],
  [
    "done",
    "It was so already; nothing was sent.",
    "Done",
    "Approved. It was so already; nothing was sent.",
  ],
  ["refused", why, "Failed", "Not changed: No answer."],
  ["conflict", why, "Skipped", "Skipped: No answer."],
  ["unknown", why, "Status unknown", "Status unknown. No answer."],
  ["skipped", null, "Canceled", "Canceled, not sent"],
];

const items = results.map(([state, reason], index): BulkItem => ({
  recordId: index + 1,
  name: `RMA-${index + 1}`,
  state,
  reason,
  report: { Units: 3 },
}));

const runOf = (counts: Partial<BulkRun["counts"]>, more: Partial<BulkRun> = {}): BulkRun => {
  const none = { waiting: 0, sending: 0, done: 0, refused: 0, conflict: 0, unknown: 0, skipped: 0 };
  const all = { ...none, ...counts };
  const total = Object.values(all).reduce((sum, count) => sum + count, 0);
  return {
    id: 1,
    operation: "updateRmaItems",
    resource: "rmas",
    title: "Approve rest",
    past: "approved",
    startedAt: "2026-11-21T12:00:00Z",
    isOwn: true,
    state: "running",
    counts: { ...all, total },
    items,
    ...more,
  };
};

test("the report has a row for each record; what the preview promised is said of changed ones only", () => {
  expect(reportRun("RMA", runOf({}))).toEqual([
    ["RMA", "ID", "Result", "Details", "Units"],
    ...results.map(([state, , result, description], index) => [
      `RMA-${index + 1}`,
      index + 1,
      result,
      description,
      state === "done" ? 3 : "",
    ]),
  ]);
});

test("a state of a later version is shown as it came", () => {
  expect(describeItem(runOf({}), { ...items[0]!, state: "postponed" })).toBe("postponed");
});

test("the results are counted, without those that are zero", () => {
  expect(
    describeTally("RMA", runOf({ done: 3, refused: 1, conflict: 2, unknown: 1, skipped: 4 })),
  ).toBe("3 of 11 RMAs approved, 1 not changed, 2 skipped, 1 unknown, 4 canceled");
  expect(describeTally("RMA", runOf({ done: 1 }))).toBe("1 of 1 RMA approved");
});

test("colleagues read who did what, and what is left", () => {
  const run = runOf({ done: 12, waiting: 2, sending: 1 }, { startedBy: "Ana Admin (ana)" });
  expect(describeProgress("RMA", run)).toBe("Ana Admin approved 12 RMAs, 3 left");
  expect(describeProgress("RMA", runOf({ done: 1, conflict: 1 }))).toBe(
    "Approved 1 RMA, 1 skipped",
  );
});

test.each<[Partial<BulkRun>, string]>([
  [{}, "Approve rest: 2 RMAs"],
  [{ state: "paused" }, "Pausing after this RMA"],
  [{ state: "paused", counts: runOf({ waiting: 2 }).counts }, "Paused"],
  [{ state: "paused", reason: "Bad token" }, "Stopped"],
  [{ state: "ended" }, "Finished"],
  [{ state: "canceled" }, "Canceled"],
])("%j: %s", (more, heading) => {
  expect(describeRunState("RMA", runOf({ waiting: 1, sending: 1 }, more))).toBe(heading);
});

test("the time of a run is estimated before it starts", () => {
  expect(runTime({ requests: 1 }, 30, 2)).toBe(
    "They are changed one after another, in about 15 seconds.",
  );
  expect(runTime({ requests: 2 }, 30, 2)).toBe(
    "They are changed one after another, in about 30 seconds.",
  );
  expect(runTime({ requests: 1 }, 30, 0)).toBe("They are changed one after another.");
});
