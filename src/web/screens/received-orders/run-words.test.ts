import { expect, test } from "vitest";
import { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { ApiError } from "#web/base/api-error.ts";
import { askToReceive, describeEnd, describeFailure } from "./run-words.ts";

test.each([
  [14, "Acme", "Receive 14 orders from Acme?"],
  [1, "all sources", "Receive 1 order from all sources?"],
  [0, "Acme", "Receive orders from Acme?"],
  [undefined, "all sources", "Receive orders from all sources?"],
])("with %s orders in Processing at %s, the question is: %s", (count, source, question) => {
  expect(askToReceive(count, source)).toBe(question);
});

const runOf = (run: object) =>
  readAnswer(ReceivedOrdersRun, { id: 7, requestedAt: "2026-11-26T09:00:00Z", ...run }).value;

test.each([
  [{ state: "received", orderCount: 2 }, "2 orders received and saved"],
  [{ state: "received", orderCount: 0 }, "No orders in Processing"],
  [{ state: "refused", reason: "Not this source." }, "No orders changed. Not this source."],
  [{ state: "refused" }, "No orders changed"],
  [
    { state: "unknown" },
    expect.stringMatching(/^Batch of Nov 26, 2026, .*: Orders may have changed without/),
  ],
])("the result of the run %j is: %s", (run, words) => {
  expect(describeEnd(runOf(run))).toEqual(words);
});

test.each([
  ["refused", "No orders received. Another run is in progress."],
  ["unknown", "Orders may have been received. Check the list of batches."],
  ["invalid", "Orders may have been received. Check the list of batches."],
] as const)("a failure that is %s is announced as: %s", (outcome, words) => {
  expect(
    describeFailure(new ApiError("Another run is in progress.", { status: 409, outcome })),
  ).toBe(words);
});
