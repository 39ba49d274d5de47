import { describe, expect, test } from "vitest";
import { testBuilder, testKeys } from "#rule-model/testing/builder.ts";
import { describePlace } from "./describe-parts.ts";
import { movePlaces } from "./move-places.ts";
import { moveParts } from "./edit-draft.ts";

const { group, contains, attribute, inAttribute, set, modify, childRule, trim } = testKeys;

const words = (keys: readonly number[]) =>
  movePlaces(testBuilder(), keys).map(({ list, place }) => `${list} | ${place}`);

describe("movePlaces", () => {
  test("names every place except the part's current one", () => {
    expect(words([contains])).toEqual([
      "Group 1 | after: Attributes has “Material”, whose value contains “oak”, any case",
      "Group 1, condition 2: conditions on its value | first",
      "Group 1, condition 2: conditions on its value | after: Title contains “oak”, any case",
    ]);
  });

  test("an action can move to the actions of any rule, and into one that picks a value", () => {
    expect(words([trim])).toEqual(
      expect.arrayContaining([
        "This rule: actions | first",
        "Action 2: actions on its value | first",
      ]),
    );
  });

  test("nothing can move into itself", () => {
    for (const keys of [[childRule], [attribute], [modify]])
      for (const { target } of movePlaces(testBuilder(), keys))
        expect(keys).not.toContain(target.parent);
  });

  test("each named place can be moved to", () => {
    for (const keys of [[contains], [inAttribute], [set], [trim]])
      for (const { target } of movePlaces(testBuilder(), keys))
        expect(moveParts(testBuilder().draft, keys, target)).toBe(true);
  });

  test("describes the place of a part", () => {
    const { draft } = testBuilder();
    expect(describePlace(draft, attribute)).toBe("place 2 of 2 in group 1");
    expect(describePlace(draft, trim)).toBe("place 1 of 1 in “Then”");
    expect(describePlace(draft, group)).toBe("place 1 of 1 in this rule");
  });
});
