import { describe, expect, test } from "vitest";
import { keysInOrder, foldableKeys, outerKeys } from "#rule-model/draft/draft-rule.ts";
import { headKey, rootKey } from "#rule-model/draft/part.ts";
import { testBuilder, testKeys } from "#rule-model/test-builder.ts";
import { pressed } from "./row-keys.ts";
import { rowAfterRemoval, stepFrom } from "./shown-rows.ts";
import { scrollStep } from "./touch-rows.ts";

const { group, contains, attribute, inAttribute, set, modify, childRule, trim } = testKeys;

describe("walking", () => {
  const keys = [5, 9, 7];
  test.each([
    { from: 5, by: 1, to: 9 },
    { from: 5, by: -1, to: 5 },
    { from: 7, by: 1, to: 7 },
    { from: 9, by: 10, to: 7 },
    { from: 9, by: -Number.MAX_SAFE_INTEGER, to: 5 },
    { from: 404, by: 1, to: 5 },
  ])("$by from $from", ({ from, by, to }) => {
    expect(stepFrom(keys, from, by)).toBe(to);
  });

  test("no rows lead nowhere", () => {
    expect(stepFrom([], 1, 1)).toBeUndefined();
  });

  test("outwards", () => {
    expect(outerKeys(testBuilder().draft, inAttribute)).toEqual([
      attribute,
      group,
      rootKey,
      headKey,
    ]);
  });

  test("groups and inner rules fold, the rule itself does not", () => {
    expect(foldableKeys(testBuilder().draft)).toEqual([group, childRule]);
  });
});

describe("the focus after a deletion", () => {
  test.each([
    { name: "the next sibling", removed: [contains], next: attribute },
    { name: "the one before where none follows", removed: [attribute], next: contains },
    { name: "the part around where none is left", removed: [contains, attribute], next: group },
    { name: "a single part inside another", removed: [inAttribute], next: attribute },
    { name: "an action, not a condition", removed: [set], next: modify },
    { name: "the only action of a rule", removed: [trim], next: childRule },
  ])("$name", ({ removed, next }) => {
    const { draft } = testBuilder();
    const shown = keysInOrder(draft).filter((key) => key !== headKey);
    expect(rowAfterRemoval({ draft }, shown, removed)).toBe(next);
  });
});

describe("the name of a key press", () => {
  const press = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  test.each([
    [{ ...press, key: "ArrowUp", altKey: true }, "Alt+ArrowUp"],
    [{ ...press, key: "Z", ctrlKey: true, shiftKey: true }, "Mod+Shift+z"],
    [{ ...press, key: "z", metaKey: true }, "Mod+z"],
    [{ ...press, key: "?", shiftKey: true }, "?"],
    [{ ...press, key: "ArrowDown", shiftKey: true }, "Shift+ArrowDown"],
    [{ ...press, key: "Я", shiftKey: true }, "Shift+я"],
  ])("%j", (event, name) => {
    expect(pressed(event)).toBe(name);
  });
});

describe("scrolling with a held row", () => {
  test.each([
    [400, 0],
    [0, -14],
    [800, 14],
    [45, -7],
  ])("a finger at %i px of 800 scrolls by %i", (y, by) => {
    expect(scrollStep(y, 800)).toBe(by);
  });
});
