import { expect, test } from "vitest";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import { type Builder, createBuilder } from "./builder.ts";
import { addTrees, setPart, duplicateParts, moveParts, removeParts } from "./edit-draft.ts";
import { addFirstTier, addLast, addNew } from "./edit-draft.ts";
import type { PartKey } from "./part.ts";
import { headKey, rootKey } from "./part.ts";
import {
  testBuilder,
  testFieldIds,
  testKeys,
  testRequest,
  testWorkflow,
} from "#rule-model/testing/builder.ts";
import { createWorkflow } from "./workflow.ts";

const step = { label: "edit" };

const messagesOf = ({ problems }: Builder, key: PartKey) =>
  (problems.get(key) ?? []).map(({ kind, field, message }) => `${kind} ${field ?? ""}: ${message}`);

test("a valid rule has no problems", () => {
  const builder = testBuilder();
  expect([...builder.problems.keys()]).toEqual([]);
  expect(builder.check.totals.get()).toEqual({ errors: 0, warnings: 0 });
});

test("an unknown mapping set, by its id", () => {
  const builder = testBuilder();
  const change = { workflowDataTypeActionId: actionId("mapping_set"), value: "8" };
  setPart(builder.draft, testKeys.trim, "action", change, step);
  expect(messagesOf(builder, testKeys.trim)).toEqual([
    "warning value: There is no mapping set 8. Select another.",
  ]);
  setPart(builder.draft, testKeys.trim, "action", { value: "7" }, step);
  expect(messagesOf(builder, testKeys.trim)).toEqual([]);
});

test("an unknown mapping set is no problem where the API has more of them than were loaded", () => {
  const { metaData, mappingSetNames } = testWorkflow;
  const builder = createBuilder(testRequest(), createWorkflow(metaData, mappingSetNames, true));
  const change = { workflowDataTypeActionId: actionId("mapping_set"), value: "8" };
  setPart(builder.draft, testKeys.trim, "action", change, step);
  expect(messagesOf(builder, testKeys.trim)).toEqual([]);
});

test("the whole rule is checked again when its event changes, and undo removes problems", () => {
  const builder = testBuilder();
  setPart(builder.draft, headKey, "head", { eventId: 2 }, step);
  expect(builder.check.totals.get()).toEqual({ errors: 8, warnings: 0 });
  expect(builder.check.keysInOrder("error")).toEqual([0, 3, 4, 5, 6, 7, 8, 10]);
  builder.draft.undo();
  expect(builder.check.totals.get()).toEqual({ errors: 0, warnings: 0 });
});

test("parts inside are checked by what the part around them picks", () => {
  const builder = testBuilder();
  const change = { workflowDataTypeComparatorId: comparatorId("array_not_empty", "attributes") };
  setPart(builder.draft, testKeys.attribute, "condition", change, step);
  expect(messagesOf(builder, testKeys.attribute)).toEqual([
    "warning childConditions: Only a condition on a named value can contain others. The ones inside this condition must all be met too. Move them out into the group.",
  ]);
  setPart(
    builder.draft,
    testKeys.inAttribute,
    "condition",
    { globalObjectFieldId: testFieldIds.price },
    step,
  );
  expect(messagesOf(builder, testKeys.inAttribute)).toHaveLength(1);
  setPart(
    builder.draft,
    testKeys.attribute,
    "condition",
    { workflowDataTypeComparatorId: comparatorId("attributes_default") },
    step,
  );
  expect(messagesOf(builder, testKeys.inAttribute)).toEqual([]);
});

test("the same condition twice in a group is marked on both, until one differs", () => {
  const builder = testBuilder();
  const [copy = -1] = duplicateParts(builder, [testKeys.contains]);
  const twice = ["warning : This condition appears twice here. Edit or delete one."];
  expect([messagesOf(builder, testKeys.contains), messagesOf(builder, copy)]).toEqual([
    twice,
    twice,
  ]);
  setPart(builder.draft, copy, "condition", { condition: "light" }, step);
  expect([messagesOf(builder, testKeys.contains), messagesOf(builder, copy)]).toEqual([[], []]);
  builder.draft.undo();
  const [group] = addTrees(
    builder.draft,
    [{ conditions: [] }],
    { parent: rootKey, slot: "groups", at: 0 },
    "",
  );
  moveParts(builder.draft, [copy], { parent: group ?? -1, slot: "conditions", at: 0 });
  expect(messagesOf(builder, testKeys.contains)).toEqual([]);
});

test("empty groups, rules that never run or do nothing, and tiers that are never reached", () => {
  const builder = testBuilder();
  const { draft } = builder;
  removeParts(draft, [testKeys.contains]);
  removeParts(draft, [testKeys.attribute]);
  expect(messagesOf(builder, testKeys.group)).toEqual([
    "warning conditions: A group without conditions is never met. Add a condition or delete the group.",
  ]);
  removeParts(draft, [testKeys.group]);
  expect(messagesOf(builder, rootKey)[0]).toContain("Without a condition this rule never runs");
  setPart(draft, rootKey, "rule", { alwaysRun: true, workflowRuleTypeId: 2 }, step);
  expect(messagesOf(builder, rootKey)).toEqual([]);
  const tier = { name: "Late", workflowRuleTypeId: 1, alwaysRun: true, groups: [], actions: [] };
  addTrees(draft, [tier], { parent: rootKey, slot: "childRules", at: 1 }, "");
  expect(messagesOf(builder, rootKey)).toEqual([
    "warning childRules: The tiers after “Then” never run, because that tier always runs. Move it to the end.",
  ]);
  setPart(draft, testKeys.childRule, "rule", { alwaysRun: false }, step);
  expect(messagesOf(builder, rootKey)).toEqual([]);
  expect(messagesOf(builder, testKeys.childRule)[0]).toContain("Without a condition");
  removeParts(draft, [testKeys.trim]);
  expect(messagesOf(builder, testKeys.childRule)[1]).toContain("does nothing");
});

test("the head lists what is not chosen yet", () => {
  const builder = testBuilder();
  const change = { name: " ", eventId: 0, globalDataTypeId: 0, globalObjectFieldId: 12 };
  setPart(builder.draft, headKey, "head", change, step);
  expect(messagesOf(builder, headKey)).toEqual([
    "error name: Enter a name for the rule",
    "error eventId: Select an event",
    "error globalDataTypeId: Select a data type",
    "warning globalObjectFieldId: Field 12 is unknown here. It is kept unless you select another.",
  ]);
  const other = { name: "a", eventId: 1, globalDataTypeId: dataTypeId("string") };
  setPart(
    builder.draft,
    headKey,
    "head",
    { ...other, globalObjectFieldId: testFieldIds.price },
    step,
  );
  expect(messagesOf(builder, headKey)).toEqual([
    "warning globalDataTypeId: “Price” has a different data type than this rule",
  ]);
});

test("nesting is refused beyond the API's depth, also when a move causes it", () => {
  const builder = testBuilder();
  const { draft } = builder;
  let parent: PartKey = testKeys.attribute;
  const keys: PartKey[] = [];
  while (keys.length < 16) {
    parent = addNew(builder, { parent, slot: "childConditions", at: 0 }) ?? -1;
    keys.push(parent);
  }
  const deep = () =>
    keys.filter((key) =>
      messagesOf(builder, key).some((text) => text.includes("nested too deeply")),
    );
  // A condition in a group has its list on level 6; the one twelve levels inside it, on level 30.
  expect(deep()).toEqual(keys.slice(12));
  moveParts(draft, [keys[4] ?? -1], { parent: testKeys.group, slot: "conditions", at: 0 });
  expect(deep()).toEqual([]);
});

test("a rule of too many parts has an error at its top", () => {
  const builder = testBuilder();
  const conditions = Array.from({ length: 5_000 }, (_, at) => ({
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeComparatorId: comparatorId("string_contains"),
    condition: String(at),
  }));
  addTrees(builder.draft, [{ conditions }], { parent: rootKey, slot: "groups", at: 1 }, "");
  expect(messagesOf(builder, rootKey)).toEqual([
    "error : A rule can have 5,000 parts, and this one has 5,011. Delete some, or split it into two rules.",
  ]);
  builder.draft.undo();
  expect(builder.problems.size()).toBe(0);
});

test("the API's refusal appears on the rows it names, follows them when they move, and goes when they are edited", () => {
  const builder = testBuilder();
  const sent = builder.trees.mappingRule();
  moveParts(builder.draft, [testKeys.contains], {
    parent: testKeys.group,
    slot: "conditions",
    at: 2,
  });
  builder.check.setApiProblems(
    [
      { path: "rule.groups.0.conditions.0.condition", message: "No" },
      {
        path: "rule.groups.0.conditions.1.childConditions.0.id",
        message: "There is no condition 513",
      },
      { path: "rule.groups.7.conditions.0", message: "Gone" },
      { path: "name", message: "Taken" },
      { path: "", message: "All of it" },
      { path: "__proto__.constructor", message: "Odd" },
    ],
    sent,
  );
  expect(messagesOf(builder, testKeys.contains)).toEqual(["error condition: No"]);
  expect(messagesOf(builder, testKeys.inAttribute)).toEqual([
    "error id: There is no condition 513",
  ]);
  expect(messagesOf(builder, rootKey)).toEqual(["error groups: Gone"]);
  expect(messagesOf(builder, headKey)).toEqual([
    "error name: Taken",
    "error : All of it",
    "error __proto__: Odd",
  ]);
  expect(builder.check.totals.get().errors).toBe(6);
  setPart(builder.draft, testKeys.contains, "condition", { condition: "desk" }, step);
  expect(messagesOf(builder, testKeys.contains)).toEqual([]);
  builder.check.setApiProblems([]);
  expect(builder.check.totals.get().errors).toBe(0);
});

test("the check of an untouched row calls no listener", () => {
  const builder = testBuilder();
  const called: PartKey[] = [];
  setPart(builder.draft, testKeys.set, "action", { value: "2 *" }, step);
  builder.problems.watch((key) => called.push(key));
  setPart(builder.draft, testKeys.set, "action", { value: "3 *" }, step);
  setPart(builder.draft, testKeys.contains, "condition", { condition: "desk" }, step);
  expect(called).toEqual([]);
});

test("a new row shows no problems until it has been left", () => {
  const builder = testBuilder();
  const totals: number[] = [];
  builder.check.totals.subscribe(() => totals.push(builder.check.totals.get().errors));
  addLast(builder, testKeys.group, "conditions");
  const key = builder.view.editing() ?? 0;
  expect(totals).toEqual([]);
  expect(builder.draft.get(key)?.kind).toBe("condition");
  expect(messagesOf(builder, key)).toEqual([]);
  setPart(builder.draft, key, "condition", { globalObjectFieldId: testFieldIds.price }, step);
  expect(builder.check.totals.get().errors).toBe(0);
  builder.view.edit(undefined);
  expect(messagesOf(builder, key)).toHaveLength(1);
  expect(builder.check.totals.get().errors).toBe(1);
});

test("hidden problems are revealed all at once before saving, and the API's at once", () => {
  const builder = testBuilder();
  addLast(builder, testKeys.group, "conditions");
  const key = builder.view.editing() ?? 0;
  builder.check.revealProblems();
  expect(messagesOf(builder, key)).toEqual(["error globalObjectFieldId: Select a field"]);
});

test("adding tiers is one step", () => {
  const builder = testBuilder();
  const before = builder.trees.mappingRule();
  addFirstTier(builder, rootKey);
  expect(builder.check.totals.get().errors).toBe(0);
  builder.draft.undo();
  expect(builder.trees.mappingRule()).toEqual(before);
});
