import { expect, test } from "vitest";
import { testRequest } from "#rule-model/test-builder.ts";
import { isUnsaved, type RulePhase } from "./rule-saving.ts";

const base = testRequest();
const sent = { request: base, drafted: base, twins: [] };
const editing: RulePhase = { kind: "editing" };
const sending: RulePhase = { kind: "sending", sent };
const unknown: RulePhase = { kind: "unknown", error: undefined, sent, checking: false };

test.each<[dirty: boolean, created: boolean, phase: RulePhase, asks: boolean]>([
  [false, false, editing, false],
  [true, false, editing, true],
  [false, false, sending, true],
  [false, false, unknown, true],
  // The rule has just been created: its address changes, while the phase is still that of the request.
  [false, true, sending, false],
  [false, true, unknown, false],
  [true, true, unknown, true],
])("leaving with dirty %s, created %s, phase $kind: %s", (dirty, created, phase, asks) => {
  expect(isUnsaved({ base, dirty, created, phase })).toBe(asks);
});
