import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testBuilder, testKeys } from "#rule-model/testing/builder.ts";
import { childrenIn, rootKey } from "./part.ts";
import { keysInOrder } from "./draft-rule.ts";
import { addNew } from "./new-parts.ts";
import { duplicateParts, moveParts, outermost, removeParts } from "./edit-draft.ts";

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
