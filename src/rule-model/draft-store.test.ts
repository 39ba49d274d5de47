import { expect, test } from "vitest";
import { testBuilder, testKeys } from "#rule-model/testing/builder.ts";
import { setPart } from "./edit-draft.ts";
import type { Part } from "./part.ts";
import { sameShape } from "./draft-store.ts";

const condition = testBuilder().draft.part(testKeys.contains, "condition")!;
const withData = (data: Partial<Part<"condition">["data"]>): Part => ({
  ...condition,
  data: { ...condition.data, ...data },
});

test.each<[string, Part | undefined, boolean]>([
  ["other words", withData({ condition: "lantern" }), true],
  ["the same part", condition, true],
  ["no words", withData({ condition: "" }), false],
  ["no text at all", withData({ condition: null }), false],
  ["a list", withData({ condition: '["lamp"]' }), false],
  ["a field's name", withData({ condition: "{product.price}" }), false],
  ["a second text", withData({ condition2: "x" }), false],
  ["another field", withData({ globalObjectFieldId: 99 }), false],
  ["another comparator", withData({ workflowDataTypeComparatorId: 99 }), false],
  ["another place", { ...condition, parent: 99 } as Part, false],
  ["another list", { ...condition, slot: "childConditions" } as Part, false],
  ["something inside", { ...condition, children: { childConditions: [99] } } as Part, false],
  ["nothing", undefined, false],
])("%s", (_, other, same) => {
  expect(sameShape(condition, other)).toBe(same);
  expect(sameShape(other, condition)).toBe(same);
});

test("typing keeps the history's shape, and a step that adds or deletes does not", () => {
  const { draft } = testBuilder();
  const typed = { condition: "lantern" };
  const { shape } = draft.history();
  setPart(draft, testKeys.contains, "condition", typed, { label: "type" });
  expect(draft.history().shape).toBe(shape);
  draft.edit({ label: "delete" }, (writer) => writer.remove(testKeys.contains));
  expect(draft.history().shape).toBe(shape + 1);
  draft.undo();
  expect(draft.history().shape).toBe(shape + 2);
});
