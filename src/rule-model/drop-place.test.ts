import { describe, expect, test } from "vitest";
import { addTrees } from "./edit-draft.ts";
import type { PartKey } from "./part.ts";
import { rootKey } from "./part.ts";
import { testBuilder, testKeys } from "#rule-model/testing/builder.ts";
import { dropPlace } from "./move-places.ts";

const { group, contains, attribute, inAttribute, set, modify, inModify, childRule, trim } =
  testKeys;

const at = (key: PartKey, below: boolean, line = true, folded = false) => ({
  key,
  line,
  isBelow: () => below,
  isFolded: () => folded,
});

const builder = () => {
  const open = testBuilder();
  const [empty] = addTrees(
    open.draft,
    [{ conditions: [] }],
    { parent: rootKey, slot: "groups", at: 1 },
    "add",
  );
  return { draft: open.draft, empty: empty ?? -1 };
};

describe("dropPlace", () => {
  test.each([
    {
      name: "above a sibling that is not its neighbor",
      keys: [set],
      over: at(trim, false),
      place: [childRule, "actions", 0],
    },
    {
      name: "below an action of another rule",
      keys: [set],
      over: at(trim, true),
      place: [childRule, "actions", 1],
    },
    {
      name: "on the near half of its neighbor: changes places",
      keys: [set],
      over: at(modify, false),
      place: [rootKey, "actions", 2],
    },
    {
      name: "below a line that shows its inner parts: first inside",
      keys: [contains],
      over: at(attribute, true),
      place: [attribute, "childConditions", 0],
    },
    {
      name: "beside a part inside another",
      keys: [contains],
      over: at(inAttribute, true),
      place: [attribute, "childConditions", 1],
    },
    {
      name: "on a group's line: first in it",
      keys: [inAttribute],
      over: at(group, false),
      place: [group, "conditions", 0],
    },
    {
      name: "on a folded group's line: last in it",
      keys: [inAttribute],
      over: at(group, false, true, true),
      place: [group, "conditions", 2],
    },
    {
      name: "in the space of a group: last in it",
      keys: [inAttribute],
      over: at(group, true, false),
      place: [group, "conditions", 2],
    },
    {
      name: "a condition on the rule's actions: last of the last group",
      keys: [contains],
      over: at(set, true),
      place: ["empty", "conditions", 0],
    },
    {
      name: "a condition on the rule's name: first of the first group",
      keys: [attribute],
      over: at(rootKey, false),
      place: [group, "conditions", 0],
    },
    {
      name: "an action on conditions: first action",
      keys: [trim],
      over: at(contains, true),
      place: [rootKey, "actions", 0],
    },
    {
      name: "an inner action on another's inner actions",
      keys: [set],
      over: at(inModify, false),
      place: [modify, "childActions", 0],
    },
    {
      name: "a rule on the conditions of the rule around: first inner rule, where it is",
      keys: [childRule],
      over: at(contains, false),
      place: [rootKey, "childRules", 0],
    },
    { name: "into itself", keys: [attribute], over: at(inAttribute, true), place: undefined },
    { name: "on itself", keys: [contains], over: at(contains, true), place: undefined },
    {
      name: "a condition into a rule without groups",
      keys: [contains],
      over: at(trim, true),
      place: undefined,
    },
    { name: "nothing is dragged", keys: [], over: at(contains, true), place: undefined },
    { name: "a deleted part", keys: [998], over: at(contains, true), place: undefined },
  ])("$name", ({ keys, over, place }) => {
    const { draft, empty } = builder();
    const [parent, slot, where] = place ?? [];
    expect(dropPlace(draft, keys, over)).toEqual(
      place && { parent: parent === "empty" ? empty : parent, slot, at: where },
    );
  });
});
