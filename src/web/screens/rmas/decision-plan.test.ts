import { expect, test } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import type { SaveKind } from "#web/editing/save-machine.ts";
import {
  createDecisionPlan,
  type DecisionSaving,
  viewDecision,
  viewSaving,
} from "./decision-plan.ts";
import { waitingRma } from "#web/testing/rma.ts";

const rma = waitingRma([{ id: 7, quantity: 3, bundleComponents: [], note: "Theirs" }]);
/** Typed before another person's note was loaded. */
const stored = { 7: { note: { text: "Mine", was: "" } } };

const error = new ApiError("no", { status: 400, outcome: "refused" });
const states: Record<SaveKind, DecisionSaving> = {
  editing: { kind: "editing" },
  unread: { kind: "unread", error },
  refused: { kind: "refused", error, sent: [] },
  lost: { kind: "lost" },
  reviewing: { kind: "reviewing" },
  reading: { kind: "reading" },
  sending: { kind: "sending", sent: [] },
  waiting: { kind: "waiting", cancel: () => undefined },
  unknown: { kind: "unknown", error, sent: [], checking: false },
  conflict: { kind: "conflict", conflict: { now: undefined, differences: [] } },
};

test.each<[SaveKind, SaveKind]>([
  ["editing", "conflict"],
  ["unread", "conflict"],
  ["refused", "conflict"],
  ["lost", "conflict"],
  ["reviewing", "reviewing"],
  ["reading", "reading"],
  ["sending", "sending"],
  ["waiting", "waiting"],
  ["unknown", "unknown"],
  ["conflict", "conflict"],
])("%s, with a draft that is older than the RMA, is shown as %s", (kind, shown) => {
  const { draft, stale } = viewDecision(rma, stored);
  expect(viewSaving(states[kind], draft, stale).kind).toBe(shown);
  expect(viewSaving(states[kind], draft, [])).toEqual(states[kind]);
});

test("a draft that is older than the RMA isn't sent", () => {
  const never = () => Promise.reject(error);
  const none = () => undefined;
  const ports = { record: () => rma, read: never, send: never, cache: none };
  const isReady = (draft: typeof stored) =>
    createDecisionPlan(ports, draft, { saved: none, refused: none }).ready();
  expect(isReady(stored)).toBe(false);
  expect(isReady({ 7: { note: { text: "Mine", was: "Theirs" } } })).toBe(true);
});
