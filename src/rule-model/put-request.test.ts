import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { createDraftTrees, toParts } from "./draft-rule.ts";
import { type DraftStore, createDraftStore } from "./draft-store.ts";
import { type PartKind, listChildKeys } from "./part.ts";
import { deepCopy } from "#rule-model/testing/rules.ts";
import { putRequest } from "./put-request.ts";

const condition = (
  text: string,
  id?: number,
  childConditions: UpdateOrCreateCondition[] = [],
): UpdateOrCreateCondition => ({
  ...(id ? { id } : {}),
  globalObjectFieldId: 1,
  workflowDataTypeComparatorId: 2,
  condition: text,
  childConditions,
});

const action = (value: string, id?: number): UpdateOrCreateAction => ({
  ...(id ? { id } : {}),
  globalObjectFieldId: 1,
  workflowDataTypeActionId: 3,
  value,
  childActions: [],
});

const ruleOf = (
  groups: UpdateOrCreateCondition[][],
  actions: UpdateOrCreateAction[],
  childRules: UpdateOrCreateWorkflowRule[] = [],
): UpdateOrCreateWorkflowRule => ({
  name: "Rule",
  workflowRuleTypeId: 1,
  alwaysRun: false,
  groups: groups.map((conditions, at) => ({ id: 500 + at, conditions })),
  actions,
  childRules,
});

const requestOf = (rule: UpdateOrCreateWorkflowRule): UpdateOrCreateMappingRule => ({
  id: 9,
  name: "Rule",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule,
});

const keysOf = (draft: DraftStore, kind: PartKind, name: string, value: unknown) =>
  [...draft.keys()].filter((key) => {
    const part = draft.get(key);
    return part?.kind === kind && (part.data as Record<string, unknown>)[name] === value;
  });

const before = requestOf(
  ruleOf(
    [
      [condition("a", 1), condition("b", 2)],
      [condition("c", 3), condition("new")],
    ],
    [action("x", 4), action("y", 5)],
  ),
);

test("parts with server ids keep their keys, wherever they are now", () => {
  const draft = createDraftStore(toParts(before));
  const [a] = keysOf(draft, "condition", "condition", "a");
  const [b] = keysOf(draft, "condition", "condition", "b");
  const [fresh] = keysOf(draft, "condition", "condition", "new");
  const untouched = draft.get(b ?? -1);
  putRequest(
    draft,
    requestOf(
      ruleOf(
        [[condition("b", 2)], [condition("c", 3), condition("newer"), condition("A", 1)]],
        [action("y", 5)],
      ),
    ),
    "Edit JSON",
  );
  expect(keysOf(draft, "condition", "condition", "A")).toEqual([a]);
  expect(keysOf(draft, "condition", "condition", "newer")).toEqual([fresh]);
  expect(draft.get(b ?? -1)).toBe(untouched);
  expect(keysOf(draft, "action", "value", "x")).toEqual([]);
  expect(draft.history().undo).toBe("Edit JSON");
});

test("the same text again is no step", () => {
  const draft = createDraftStore(toParts(before));
  putRequest(draft, deepCopy(before), "Edit JSON");
  expect(draft.history()).toEqual({ undo: undefined, redo: undefined, version: 0, shape: 0 });
});

const ids = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
const conditionsTo = (depth: number): fc.Arbitrary<UpdateOrCreateCondition> =>
  fc
    .record({
      text: fc.string({ maxLength: 3 }),
      id: ids,
      children: fc.array(depth === 0 ? fc.constant(condition("")) : conditionsTo(depth - 1), {
        maxLength: depth === 0 ? 0 : 2,
      }),
    })
    .map(({ text, id, children }) => condition(text, id, children));
const conditions = conditionsTo(2);
const rules = fc
  .record({
    groups: fc.array(fc.array(conditions, { maxLength: 3 }), { maxLength: 3 }),
    actions: fc.array(fc.record({ value: fc.string({ maxLength: 2 }), id: ids }), { maxLength: 3 }),
  })
  .map(({ groups, actions }) =>
    ruleOf(
      groups,
      actions.map(({ value, id }) => action(value, id)),
    ),
  );
const requests = fc
  .record({ rule: rules, childRules: fc.array(rules, { maxLength: 2 }) })
  .map(({ rule, childRules }) => requestOf({ ...rule, childRules }));

test("any tree becomes the draft, whole; undo restores the other, part for part", () => {
  fc.assert(
    fc.property(requests, requests, (one, other) => {
      const draft = createDraftStore(toParts(one));
      const parts = [...draft.keys()].map((key) => draft.get(key));
      putRequest(draft, other, "Edit JSON");
      expect(createDraftTrees(draft).mappingRule()).toEqual(other);
      for (const key of draft.keys())
        for (const child of listChildKeys(draft.get(key) ?? parts[0]!))
          expect(draft.get(child)?.parent).toBe(key);
      draft.undo();
      expect(new Set([...draft.keys()].map((key) => draft.get(key)))).toEqual(new Set(parts));
      draft.redo();
      expect(createDraftTrees(draft).mappingRule()).toEqual(other);
    }),
  );
});
