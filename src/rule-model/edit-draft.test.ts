import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testBuilder, testFieldIds, testKeys } from "#rule-model/testing/builder.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import { findPlace, keysInOrder } from "./draft-rule.ts";
import {
  addNew,
  addTrees,
  duplicateParts,
  moveParts,
  outermost,
  removeParts,
  setPart,
} from "./edit-draft.ts";
import { type MoveDirection, neighbourTarget } from "./move-places.ts";
import { childrenIn, headKey, rootKey } from "./part.ts";

const { group, contains, attribute, inAttribute, set, modify, trim, childRule } = testKeys;

describe("outermost", () => {
  test.each([
    { name: "one part", keys: [contains], expected: [contains] },
    {
      name: "a part inside another moves with it",
      keys: [inAttribute, attribute],
      expected: [attribute],
    },
    { name: "in the order of the screen", keys: [set, contains], expected: [contains, set] },
    { name: "the rule itself is left out", keys: [rootKey], expected: [] },
    { name: "a deleted key is left out", keys: [999], expected: [] },
    { name: "nothing", keys: [], expected: [] },
  ])("$name", ({ keys, expected }) => {
    expect(outermost(testBuilder().draft, keys)).toEqual(expected);
  });
});

describe("moveParts", () => {
  test("several parts move side by side, in one step", () => {
    const { draft } = testBuilder();
    const target = { parent: childRule, slot: "actions", at: 0 } as const;
    expect(moveParts(draft, [set, modify], target)).toBe(true);
    expect(childrenIn(draft.get(childRule), "actions")).toEqual([set, modify, trim]);
    expect(childrenIn(draft.get(rootKey), "actions")).toEqual([]);
    expect(draft.history().undo).toBe("move 2 actions");
    draft.undo();
    expect(childrenIn(draft.get(rootKey), "actions")).toEqual([set, modify]);
  });

  test.each([
    { name: "before itself", at: 0, moved: false },
    { name: "behind itself", at: 1, moved: false },
    { name: "after the next", at: 2, moved: true },
  ])("$name", ({ at, moved }) => {
    const { draft } = testBuilder();
    expect(moveParts(draft, [contains], { parent: group, slot: "conditions", at })).toBe(moved);
    expect(draft.history().undo).toBe(moved ? "move condition" : undefined);
  });

  test("nothing moves into itself, and all parts stay when one cannot move", () => {
    const { draft } = testBuilder();
    const inside = { parent: attribute, slot: "childConditions", at: 0 } as const;
    expect(moveParts(draft, [contains, attribute], inside)).toBe(false);
    expect(childrenIn(draft.get(group), "conditions")).toEqual([contains, attribute]);
  });

  test("a moved list holds the same parts, wherever they are put", () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }), fc.nat(6), (chosen, at) => {
        const builder = testBuilder();
        const { draft } = builder;
        for (let more = 0; more < 4; more++)
          addNew(builder, { parent: group, slot: "conditions", at: 2 });
        const before = childrenIn(draft.get(group), "conditions");
        const keys = before.filter((_, place) => chosen.includes(place));
        moveParts(draft, keys, { parent: group, slot: "conditions", at });
        const after = childrenIn(draft.get(group), "conditions");
        expect(after.toSorted()).toEqual(before.toSorted());
        const first = after.indexOf(keys[0] ?? -1);
        expect(after.slice(first, first + keys.length)).toEqual(keys);
        const staying = (list: readonly number[]) => list.filter((key) => !keys.includes(key));
        expect(staying(after)).toEqual(staying(before));
      }),
    );
  });
});

describe("removeParts", () => {
  test("removes them with all parts inside, in one step", () => {
    const { draft } = testBuilder();
    const before = keysInOrder(draft);
    removeParts(draft, [contains, attribute]);
    expect(draft.get(inAttribute)).toBeUndefined();
    expect(childrenIn(draft.get(group), "conditions")).toEqual([]);
    draft.undo();
    expect(keysInOrder(draft)).toEqual(before);
  });
});

describe("duplicateParts", () => {
  test("copies come after the last original and have no server ids", () => {
    const builder = testBuilder();
    const copies = duplicateParts(builder, [contains, attribute]);
    expect(childrenIn(builder.draft.get(group), "conditions")).toEqual([
      contains,
      attribute,
      ...copies,
    ]);
    expect(builder.draft.part(copies[0] ?? -1, "condition")?.data.id).toBeUndefined();
    expect(builder.draft.history().undo).toBe("duplicate 2 conditions");
  });

  test("parts of several kinds are left alone", () => {
    expect(duplicateParts(testBuilder(), [contains, set])).toEqual([]);
  });
});

test("parts are in the order of the screen", () => {
  expect(keysInOrder(testBuilder().draft)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test.each([
  // Within a list, and out of its ends.
  [testKeys.contains, "down", { parent: testKeys.group, slot: "conditions", at: 2 }],
  [testKeys.attribute, "up", { parent: testKeys.group, slot: "conditions", at: 0 }],
  [testKeys.contains, "up", undefined],
  [testKeys.attribute, "down", undefined],
  [testKeys.modify, "down", { parent: testKeys.childRule, slot: "actions", at: 0 }],
  [testKeys.trim, "up", { parent: rootKey, slot: "actions", at: 2 }],
  // Out of nesting: in front of the part around it, or behind.
  [testKeys.inAttribute, "up", { parent: testKeys.group, slot: "conditions", at: 1 }],
  [testKeys.inAttribute, "down", { parent: testKeys.group, slot: "conditions", at: 2 }],
  [testKeys.inAttribute, "left", { parent: testKeys.group, slot: "conditions", at: 2 }],
  [testKeys.inModify, "left", { parent: rootKey, slot: "actions", at: 2 }],
  [testKeys.contains, "left", undefined],
  // Into the part before, where that picks a named value.
  [testKeys.attribute, "right", undefined],
  [testKeys.contains, "right", undefined],
  [testKeys.childRule, "up", undefined],
  [testKeys.childRule, "left", undefined],
  [rootKey, "down", undefined],
  [headKey, "down", undefined],
] as const)("part %i goes %s to %o", (key, direction, target) => {
  const { draft, workflow } = testBuilder();
  expect(neighbourTarget(draft, key, direction, workflow)).toEqual(target);
});

test("a condition moves through groups and into a named value, and one undo takes each step back", () => {
  const builder = testBuilder();
  const { draft } = builder;
  const [other] = addTrees(
    draft,
    [{ conditions: [] }],
    { parent: rootKey, slot: "groups", at: 1 },
    "add group",
  );
  const move = (direction: MoveDirection) => {
    const target = neighbourTarget(draft, testKeys.contains, direction, builder.workflow);
    return target !== undefined && moveParts(draft, [testKeys.contains], target);
  };
  expect(move("down")).toBe(true);
  expect(move("right")).toBe(true);
  expect(draft.get(testKeys.contains)?.parent).toBe(testKeys.attribute);
  expect(move("left")).toBe(true);
  expect(move("down")).toBe(true);
  expect(findPlace(draft, testKeys.contains)).toEqual({
    parent: other,
    slot: "conditions",
    at: 0,
  });
  for (let step = 0; step < 4; step++) draft.undo();
  expect(findPlace(draft, testKeys.contains)).toEqual({
    parent: testKeys.group,
    slot: "conditions",
    at: 0,
  });
});

test("in a rule that always runs, a condition moves between the groups, which are shown", () => {
  const { draft, workflow } = testBuilder();
  const { group, attribute } = testKeys;
  setPart(draft, rootKey, "rule", { alwaysRun: true }, { label: "edit" });
  const place = { parent: rootKey, slot: "groups", at: 1 } as const;
  const [other] = addTrees(draft, [{ conditions: [] }], place, "add group");
  const target = { parent: other ?? -1, slot: "conditions", at: 0 } as const;
  expect(neighbourTarget(draft, attribute, "down", workflow)).toEqual(target);
  moveParts(draft, [attribute], target);
  expect(neighbourTarget(draft, attribute, "up", workflow)).toEqual({
    parent: group,
    slot: "conditions",
    at: 1,
  });
});

test("a group moves into a rule that always runs only where groups are shown", () => {
  const { draft, workflow } = testBuilder();
  const { group, childRule } = testKeys;
  expect(neighbourTarget(draft, group, "down", workflow)).toBeUndefined();
  const target = { parent: childRule, slot: "groups", at: 0 } as const;
  addTrees(draft, [{ conditions: [] }], target, "add group");
  expect(neighbourTarget(draft, group, "down", workflow)).toEqual(target);
});

test("a duplicate comes right after its original, without server ids on any level", () => {
  const { draft, trees } = testBuilder();
  const [key = -1] = duplicateParts({ draft, trees }, [testKeys.attribute]);
  expect(findPlace(draft, key)).toEqual({ parent: testKeys.group, slot: "conditions", at: 2 });
  expect(JSON.stringify(trees.buildTree(key))).not.toContain('"id"');
  expect(JSON.stringify(trees.buildTree(key))).toContain("oak");
  expect(duplicateParts({ draft, trees }, [999])).toEqual([]);
});

test.each([
  [rootKey, "groups", {}],
  [
    rootKey,
    "actions",
    {
      globalObjectFieldId: testFieldIds.price,
      workflowDataTypeActionId: actionId("set", "number"),
    },
  ],
  [
    rootKey,
    "childRules",
    { name: "Rule 2", workflowRuleTypeId: 1, alwaysRun: false, enabled: true },
  ],
  [testKeys.group, "conditions", { globalObjectFieldId: 0, workflowDataTypeComparatorId: 0 }],
  [
    testKeys.attribute,
    "childConditions",
    {
      globalObjectFieldId: testFieldIds.attributes,
      workflowDataTypeComparatorId: comparatorId("string_contains"),
    },
  ],
  [
    testKeys.modify,
    "childActions",
    {
      globalObjectFieldId: testFieldIds.attributes,
      workflowDataTypeActionId: actionId("set", "string"),
    },
  ],
] as const)("a new part for part %i, list %s", (parent, slot, data) => {
  const builder = testBuilder();
  const key = addNew(builder, { parent, slot, at: 0 }) ?? -1;
  expect(childrenIn(builder.draft.get(parent), slot)[0]).toBe(key);
  expect(builder.draft.get(key)?.data).toEqual(data);
});
