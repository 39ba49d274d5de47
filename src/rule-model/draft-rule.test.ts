import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { startProblemCheck } from "./part-problems.ts";
import { testBuilder, testFieldIds, testKeys, testRequest } from "#rule-model/testing/builder.ts";
import type { Builder } from "./builder.ts";
import { addNew } from "./edit-draft.ts";
import {
  keysInOrder,
  partsInOrder,
  createDraftTrees,
  toParts,
  isWithin,
  findPlace,
} from "./draft-rule.ts";
import { createDraftStore } from "./draft-store.ts";
import {
  canMove,
  setPart,
  duplicateParts,
  moveParts,
  outermost,
  removeParts,
} from "./edit-draft.ts";
import { neighbourTarget } from "./move-places.ts";
import {
  type Part,
  type PartKey,
  type Slot,
  listChildKeys,
  childrenIn,
  kindIn,
  slotsByKind,
} from "./part.ts";
import { changeAction, changeComparator, changeConditionField } from "./adapt-part.ts";
import { createKeyedStore } from "./draft-store.ts";

const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(arbitrary, { nil: null, freq: 3, depthSize: "small" });
const id = fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined });
const reference = fc.constantFrom(...Object.values(testFieldIds), 0, 77);
const kept = maybe(fc.oneof(fc.string(), fc.constant('{"a": 1.0, "b":[ ]}\n')));

const { rule } = fc.letrec<{
  condition: UpdateOrCreateCondition;
  action: UpdateOrCreateAction;
  rule: UpdateOrCreateWorkflowRule;
}>((tie) => ({
  condition: fc.record(
    {
      id,
      globalObjectFieldId: reference,
      workflowDataTypeComparatorId: fc.integer({ min: 0, max: 7_000 }),
      condition: kept,
      condition2: kept,
      fieldArrayMustMatchAll: maybe(fc.boolean()),
      metaData: kept,
      childConditions: maybe(fc.array(tie("condition"), { maxLength: 2 })),
    },
    { requiredKeys: ["globalObjectFieldId", "workflowDataTypeComparatorId"] },
  ),
  action: fc.record(
    {
      id,
      globalObjectFieldId: reference,
      workflowDataTypeActionId: fc.integer({ min: 0, max: 6_000 }),
      value: kept,
      metaData: kept,
      headerName: kept,
      childActions: maybe(fc.array(tie("action"), { maxLength: 2 })),
    },
    { requiredKeys: ["globalObjectFieldId", "workflowDataTypeActionId"] },
  ),
  rule: fc.record(
    {
      id,
      name: fc.string(),
      workflowRuleTypeId: fc.constantFrom(1, 2),
      alwaysRun: fc.boolean(),
      enabled: maybe(fc.boolean()),
      groups: fc.array(
        fc.record(
          { id, conditions: fc.array(tie("condition"), { maxLength: 3 }) },
          { requiredKeys: ["conditions"] },
        ),
        { maxLength: 3 },
      ),
      actions: fc.array(tie("action"), { maxLength: 3 }),
      tierData: kept,
      updatedAt: kept,
      childRules: maybe(fc.array(tie("rule"), { maxLength: 2 })),
    },
    { requiredKeys: ["name", "workflowRuleTypeId", "alwaysRun", "groups", "actions"] },
  ),
}));

test("a rule converted to parts and back is the same, including absent and null fields", () => {
  fc.assert(
    fc.property(rule, (tree) => {
      const request = { ...testRequest(), unknownField: [{ a: 1 }], rule: tree };
      const draft = createDraftStore(toParts(request));
      expect(JSON.parse(JSON.stringify(createDraftTrees(draft).mappingRule()))).toStrictEqual(
        JSON.parse(JSON.stringify(request)),
      );
    }),
    { numRuns: 200 },
  );
});

const everyPart = ({ draft }: Builder): Part[] =>
  [...draft.keys()].flatMap((key) => draft.get(key) ?? []);

/** Checks the invariants of a draft: one place for each part, each list of its kind, nothing lost. */
const expectSound = ({ draft }: Builder): void => {
  const order = keysInOrder(draft);
  expect(new Set(order).size).toBe(order.length);
  expect(order.length).toBe(draft.size());
  for (const part of partsInOrder(draft))
    for (const slot of slotsByKind[part.kind] as readonly Slot[])
      for (const key of childrenIn(part, slot))
        expect(draft.get(key)).toMatchObject({ kind: kindIn[slot], parent: part.key, slot });
};

type Edit = (builder: Builder, one: PartKey, other: PartKey, number: number) => void;

const edits: readonly Edit[] = [
  ({ draft }, key, _other, number) =>
    setPart(draft, key, "condition", { condition: `x${number}` }, { label: "type", burst: "x" }),
  ({ draft }, key, _other, number) =>
    setPart(draft, key, "action", { value2: String(number) }, { label: "type" }),
  (builder, key, _other, number) =>
    changeConditionField(builder, key, Object.values(testFieldIds)[number % 11] ?? 0),
  (builder, key, _other, number) => changeComparator(builder, key, 3_401 + number),
  (builder, key, _other, number) => changeAction(builder, key, 1_401 + number),
  ({ draft }, key, other) => removeParts(draft, outermost(draft, [key, other])),
  (builder, key) => void duplicateParts(builder, outermost(builder.draft, [key])),
  ({ draft, workflow }, key, _other, number) => {
    const direction = (["up", "down", "left", "right"] as const)[number % 4] ?? "up";
    const target = neighbourTarget(draft, key, direction, workflow);
    if (target) moveParts(draft, [key], target);
  },
  ({ draft }, key, other, number) => {
    for (const slot of slotsByKind[draft.get(other)?.kind ?? "group"] as readonly Slot[])
      moveParts(draft, [key], { parent: other, slot, at: number % 3 });
  },
  (builder, key, _other, number) => {
    const slots: readonly Slot[] = slotsByKind[builder.draft.get(key)?.kind ?? "group"];
    const slot = slots[number % slots.length];
    if (slot && slot !== "rule" && builder.draft.get(key))
      addNew(builder, { parent: key, slot, at: 0 });
  },
  ({ draft }) => void draft.undo(),
  ({ draft }) => void draft.redo(),
];

const program = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(), fc.nat(), fc.nat(100)), {
  maxLength: 25,
});

const run = (builder: Builder, steps: readonly (readonly [number, number, number, number])[]) => {
  for (const [which, one, other, number] of steps) {
    const keys = keysInOrder(builder.draft);
    const at = (index: number) => keys[index % keys.length] ?? 0;
    edits[which]?.(builder, at(one), at(other), number);
  }
};

test("after any edits: the draft is valid, undoing all restores the rule and redoing all the end state", () => {
  fc.assert(
    fc.property(program, (steps) => {
      const builder = testBuilder();
      const start = everyPart(builder);
      run(builder, steps);
      expectSound(builder);
      while (builder.draft.redo().length > 0);
      const end = everyPart(builder);
      while (builder.draft.undo().length > 0);
      expect(new Set(everyPart(builder))).toEqual(new Set(start));
      expect(builder.trees.mappingRule()).toEqual(testRequest());
      while (builder.draft.redo().length > 0);
      expect(new Set(everyPart(builder))).toEqual(new Set(end));
    }),
    { numRuns: 200 },
  );
});

test("after any edits: trees and problems equal those of the same rule opened fresh", () => {
  fc.assert(
    fc.property(program, program, (some, more) => {
      const builder = testBuilder();
      run(builder, some);
      builder.trees.mappingRule();
      run(builder, more);
      const { draft, trees, workflow } = builder;
      expect(trees.mappingRule()).toEqual(createDraftTrees(draft).mappingRule());
      const problems: Builder["problems"] = createKeyedStore();
      const { totals, stop } = startProblemCheck({ workflow, draft, trees, problems });
      stop();
      const listed = (store: Builder["problems"]) =>
        keysInOrder(draft).map((key) => store.get(key) ?? []);
      expect(listed(builder.problems)).toEqual(listed(problems));
      expect(builder.check.totals.get()).toEqual(totals.get());
    }),
    { numRuns: 200 },
  );
});

test("an unedited tree is the same object, and leads to its row", () => {
  const { draft, trees } = testBuilder();
  const before = trees.mappingRule();
  setPart(draft, testKeys.contains, "condition", { condition: "desk" }, { label: "type" });
  const after = trees.mappingRule();
  expect(after.rule.actions).toEqual(before.rule.actions);
  expect(after.rule.actions[0]).toBe(before.rule.actions[0]);
  expect(after.rule.groups[0]?.conditions[1]).toBe(before.rule.groups[0]?.conditions[1]);
  expect(after.rule.groups[0]).not.toBe(before.rule.groups[0]);
  expect(trees.keyOf(after.rule.groups[0]?.conditions[0] ?? {})).toBe(testKeys.contains);
  expect(trees.keyOf(before.rule.groups[0]?.conditions[0] ?? {})).toBe(testKeys.contains);
  expect(trees.mappingRule()).toBe(after);
  draft.undo();
  expect(trees.mappingRule()).toEqual(before);
});

test("nothing can be moved into itself, and an allowed move keeps every part reachable", () => {
  fc.assert(
    fc.property(program, fc.nat(), fc.nat(), (steps, one, other) => {
      const builder = testBuilder();
      run(builder, steps);
      const { draft } = builder;
      const keys = keysInOrder(draft);
      const [key, parent] = [keys[one % keys.length] ?? 0, keys[other % keys.length] ?? 0];
      for (const slot of slotsByKind[draft.get(parent)?.kind ?? "group"] as readonly Slot[]) {
        const target = { parent, slot, at: 0 };
        expect(isWithin(draft, parent, key) && canMove(draft, key, target)).toBe(false);
        moveParts(draft, [key], target);
      }
      expectSound(builder);
    }),
    { numRuns: 200 },
  );
});

test("typing is one step until a pause, and letters deleted again are none", () => {
  let now = 0;
  const draft = createDraftStore(toParts(testRequest()), () => now);
  const type = (text: string, burst = "condition") =>
    setPart(draft, testKeys.contains, "condition", { condition: text }, { label: "type", burst });
  for (const text of ["lamps", "lamps ", "lamps a"]) type(text);
  now += 600;
  type("lamps ab");
  type("lamps ab1", "other");
  draft.undo();
  draft.undo();
  expect(draft.part(testKeys.contains, "condition")?.data.condition).toBe("lamps a");
  draft.undo();
  expect(draft.part(testKeys.contains, "condition")?.data.condition).toBe("lamp");
  expect(draft.history()).toMatchObject({ undo: undefined, redo: "type" });
  type("lampx");
  type("lamp");
  expect(draft.history()).toMatchObject({ undo: undefined, redo: undefined });
});

test("keys are never reused, also after undo", () => {
  const builder = testBuilder();
  const place = findPlace(builder.draft, testKeys.contains);
  const [first = -1] = duplicateParts(builder, [testKeys.contains]);
  builder.draft.undo();
  const [second = -1] = duplicateParts(builder, [testKeys.contains]);
  expect(second).toBeGreaterThan(first);
  expect(place?.at).toBe(0);
  expect(listChildKeys(builder.draft.get(testKeys.group) as Part)).toHaveLength(3);
});
