import { expect, test } from "vitest";
import type { PhaseKind } from "#web/editing/editing-plan.ts";
import { waitingRma } from "#web/testing/rma.ts";
import {
  isDone,
  markDecision,
  describeLeft,
  listAhead,
  matchesRma,
  mergeQueue,
  refreshQueue,
  stepFrom,
} from "./queue-model.ts";

test.each([
  [0, "New RMAs with undecided units are listed here."],
  [1, "1 RMA still has undecided units."],
  [2, "2 RMAs still have undecided units."],
  [1_200, "1,200 RMAs still have undecided units."],
])("%i RMAs left", (left, text) => {
  expect(describeLeft(left)).toBe(text);
});

const rma = waitingRma(
  [
    { sku: "MUG-7", title: "Terracotta mug", returnReason: "Broken", bundleComponents: [] },
    { sku: "0-12345-67890-5", title: "Plate", bundleComponents: [] },
  ],
  { rmaNumber: "RMA-30110" },
);

test.each([
  ["", true],
  ["30110", true],
  ["rma-30110", true],
  ["mug broken", true],
  ["acme", true],
  ["waiting", true],
  ["mug blue", false],
  ["0012345678905", true],
  ["12345678905", true],
  ["0 12345 67890 5", true],
  ["12345678906", false],
])("“%s” matches: %s", (typed, expected) =>
  expect(matchesRma(rma, "Acme Outdoor", typed)).toBe(expected),
);

test.each<[string, PhaseKind, string, string | undefined, boolean]>([
  ["Waiting", "editing", "", undefined, false],
  ["Waiting", "editing", "unsaved", "Unsaved", false],
  ["Waiting", "confirming", "unsaved", "Unsaved", false],
  ["Waiting", "holding", "unsaved", "Saving soon", false],
  ["Waiting", "reading", "unsaved", "Saving…", false],
  ["Waiting", "sending", "unsaved", "Saving…", false],
  ["Waiting", "refused", "unsaved", "Refused", false],
  ["Waiting", "unknown", "unsaved", "Status unknown", false],
  ["Waiting", "conflict", "unsaved", "Conflict", false],
  ["Waiting", "unread", "unsaved", "Not saved", false],
  ["Waiting", "lost", "unsaved", "Not saved", false],
  ["Waiting", "waiting", "unsaved", "To be sent", false],
  ["Waiting", "editing", "saved", "Saved", false],
  ["Partially Approved", "editing", "saved", "Decided", true],
  ["Partially Approved", "editing", "saved unsaved", "Unsaved", false],
  ["Approved", "editing", "saved", "Approved", true],
  ["Voided", "editing", "", "Voided", true],
])("%s, %s, %s: %s, done: %s", (rmaStatus, saving, how, label, done) => {
  const lines = rmaStatus === "Waiting" ? [{ quantity: 1, bundleComponents: [] }] : [];
  const rma = waitingRma(lines, { rmaStatus });
  const editing = {
    state: { get: () => ({ phase: { kind: saving }, saved: /\bsaved/.test(how) }) },
    document: { get: () => ({}) },
    isDirty: () => how.includes("unsaved"),
  } as Parameters<typeof markDecision>[1];
  expect(markDecision(rma, editing)?.label).toBe(label);
  expect(isDone(rma, editing)).toBe(done);
});

test("one whose last unit is being decided is done, until its save fails", () => {
  const rma = waitingRma([{ id: 7, quantity: 1, bundleComponents: [] }]);
  const editingIn = (kind: PhaseKind) =>
    ({
      state: { get: () => ({ phase: { kind }, saved: false }) },
      document: { get: () => ({ "7.approvedQuantity": { text: "1", was: "" } }) },
      isDirty: () => true,
    }) as unknown as Parameters<typeof markDecision>[1];
  const kinds: readonly PhaseKind[] = ["editing", "holding", "sending", "refused", "unknown"];
  expect(kinds.filter((kind) => isDone(rma, editingIn(kind)))).toEqual(["holding", "sending"]);
});

test.each([
  [[], [3, 1], [3, 1]],
  [
    [3, 1],
    [1, 3],
    [3, 1],
  ],
  [
    [3, 1],
    [1, 9],
    [3, 1, 9],
  ],
])("%j loaded again as %j is %j", (held, loaded, expected) =>
  expect(mergeQueue(held, loaded)).toEqual(expected),
);

test.each<[string, number[], number[], number[], number[]]>([
  ["new ones in their place", [1, 3], [1, 2, 3, 4], [], [1, 2, 3, 4]],
  ["decided ones leave", [1, 2, 3], [1, 3], [], [1, 3]],
  ["kept ones stay in their place", [1, 2, 3, 4], [1, 4, 5], [2, 3], [1, 2, 3, 4, 5]],
  ["a kept one behind one that left", [1, 2, 3], [1, 9], [3], [1, 3, 9]],
  ["the first is kept", [1, 2], [2, 3], [1], [1, 2, 3]],
  ["all left but the kept one", [1, 2, 3], [], [2], [2]],
  ["nothing was held", [], [1, 2], [], [1, 2]],
])("refreshes the queue: %s", (_, held, loaded, kept, expected) =>
  expect(refreshQueue(held, loaded, (id) => kept.includes(id))).toEqual(expected),
);

test.each([
  [1, 1, 2],
  [3, 1, 3],
  [2, -1, 1],
  [1, -1, 1],
  [undefined, 1, 1],
  [99, -1, 1],
])("from %s by %i is %s", (from, step, to) => expect(stepFrom([1, 2, 3], from, step)).toBe(to));

test("an empty queue has no neighbors", () => expect(stepFrom([], 1, 1)).toBeUndefined());

test.each([
  ["the next two", 1, [], [2, 3]],
  ["decided ones are skipped", 1, [2, 4], [3, 5]],
  ["after the last one come the skipped ones", 4, [2], [5, 1]],
  ["without a current one, from the start", undefined, [], [1, 2]],
  ["never the current one", 3, [1, 2, 4, 5], []],
])("%s", (_, from, decided: number[], expected) =>
  expect(listAhead([1, 2, 3, 4, 5], from, (id) => !decided.includes(id), 2)).toEqual(expected),
);
