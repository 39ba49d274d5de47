import { describe, expect, test } from "vitest";
import type { RuleRecord } from "./field-values.ts";
import type { RunnableCondition } from "./rule-parts.ts";
import {
  conditionWith,
  parts,
  ruleWith,
  run,
  testFields,
  thing,
  when,
} from "#rules/testing/catalogue.ts";

const { title, number, attributes, partPrice, partCost } = testFields;

const contains = (text: string, more?: Partial<RunnableCondition>) =>
  conditionWith("string_contains", title, [text], more);
const matches = (groups: RunnableCondition[][], record: RuleRecord) =>
  run(ruleWith({ groups: when(...groups) }), record).matched;

describe("conditions (neighbours, api 2.15)", () => {
  test.each([
    ["all of a group are required", [[contains("a"), contains("b")]], "ab", true],
    ["one that fails fails its group", [[contains("a"), contains("x")]], "ab", false],
    ["any group suffices", [[contains("x")], [contains("b")]], "ab", true],
    ["no group matches nothing", [], "ab", false],
    ["an empty group matches nothing", [[]], "ab", false],
    [
      "an unknown field matches nothing",
      [[conditionWith("string_does_not_exist", 9)]],
      "ab",
      false,
    ],
    [
      "an unknown comparator matches nothing",
      [[contains("a", { workflowDataTypeComparatorId: 9 })]],
      "ab",
      false,
    ],
    [
      "the record's own comparator goes before the id",
      [[contains("a", { workflowDataTypeComparator: { handle: "string_equal_to" } })]],
      "ab",
      false,
    ],
    [
      "a handle is no property of an object",
      [[contains("a", { workflowDataTypeComparator: { handle: "constructor" } })]],
      "ab",
      false,
    ],
  ])("%s", (_name, groups, string, matched) => {
    expect(matches(groups, thing({ string }))).toBe(matched);
  });

  const expensive = (more?: Partial<RunnableCondition>) =>
    conditionWith("greater_than", partPrice, ["10"], more);
  test.each([
    ["one element suffices", expensive(), [5, 15], true],
    ["every element must hold", expensive({ fieldArrayMustMatchAll: true }), [5, 15], false],
    ["every element holds", expensive({ fieldArrayMustMatchAll: true }), [11, 15], true],
    ["no elements, no price", expensive({ fieldArrayMustMatchAll: true }), [], false],
    ["no elements, nothing there", conditionWith("number_does_not_exist", partPrice), [], true],
  ])("a collection: %s", (_name, condition, prices, matched) => {
    expect(matches([[condition]], parts(...prices.map((price) => ({ price }))))).toBe(matched);
  });

  test.each([
    ["contains an entry", "oak", {}, true],
    ["every entry", "oak", { fieldArrayMustMatchAll: true }, false],
    ["every entry of each element", "a", { fieldArrayMustMatchAll: true }, true],
  ])("an array inside a field: %s", (_name, text, more, matched) => {
    expect(matches([[contains(text, more)]], thing({ string: ["oak", "ash"] }))).toBe(matched);
  });

  test.each([
    [
      "an element is compared with its own",
      conditionWith("less_than_field", partPrice, [String(partCost)]),
      [
        [1, 2],
        [5, 3],
      ],
      true,
    ],
    [
      "and not with its neighbour's",
      conditionWith("less_than_field", partPrice, [String(partCost)]),
      [
        [4, 3],
        [5, 4],
      ],
      false,
    ],
    [
      "another object's field with any of its values",
      conditionWith("equal_to_field", number, [String(partCost)]),
      [
        [0, 7],
        [0, 8],
      ],
      true,
    ],
    [
      "or with all of them",
      conditionWith("equal_to_field", number, [String(partCost)], {
        conditionArrayMustMatchAll: true,
      }),
      [
        [0, 7],
        [0, 8],
      ],
      false,
    ],
    [
      "an unknown other field never holds",
      conditionWith("string_not_equals_field", title, ["9"]),
      [[0, 7]],
      false,
    ],
  ])("fields of elements: %s", (_name, condition, pairs, matched) => {
    const part = pairs.map(([price, cost]) => ({ price, cost }));
    expect(matches([[condition]], { objects: { thing: { number: 8, string: "a" }, part } })).toBe(
      matched,
    );
  });

  test.each([
    [
      "length",
      conditionWith("greater_than", title, ["4"], {
        preModifierDataTypeComparatorId: conditionWith("string_length", title)
          .workflowDataTypeComparatorId,
      }),
      "Lamps",
      true,
    ],
    [
      "occurrences",
      conditionWith("equal_to", title, ["2", "-"], {
        preModifierDataTypeComparatorId: conditionWith("string_occurrence_of_character", title)
          .workflowDataTypeComparatorId,
      }),
      "a-b-c",
      true,
    ],
    [
      "a comparator that is no pre-modifier is never met",
      contains("a", { preModifierDataTypeComparator: { handle: "string_equal_to" } }),
      "a",
      false,
    ],
    [
      "one that is unknown is never met",
      contains("a", { preModifierDataTypeComparatorId: 99_999 }),
      "a",
      false,
    ],
    [
      "of nothing",
      conditionWith("number_does_not_exist", title, [], {
        preModifierDataTypeComparator: { handle: "string_length" },
      }),
      null,
      true,
    ],
  ])("a pre-modifier runs first: %s", (_name, condition, string, matched) => {
    expect(matches([[condition]], thing({ string }))).toBe(matched);
  });

  const wood = (child: RunnableCondition) =>
    conditionWith("attributes_default", attributes, ["wood"], { childConditions: [child] });
  test.each([
    ["its value is compared", wood(conditionWith("string_equal_to", attributes, ["OAK"])), true],
    ["its value is another", wood(conditionWith("string_equal_to", attributes, ["Ash"])), false],
    ["as a number", wood(conditionWith("number_exists", attributes)), false],
  ])("child conditions judge the entry that the parent picked: %s", (_name, condition, matched) => {
    expect(matches([[condition]], thing({ attributes: [{ name: "Wood", value: "Oak" }] }))).toBe(
      matched,
    );
  });

  test("child conditions of other fields must match too", () => {
    const both = (text: string) => contains("a", { childConditions: [contains(text)] });
    expect(matches([[both("b")]], thing({ string: "ab" }))).toBe(true);
    expect(matches([[both("x")]], thing({ string: "ab" }))).toBe(false);
  });

  test("nested fields are found, and inherited properties are not", () => {
    const city = (value: string) => [[conditionWith("string_equal_to", testFields.city, [value])]];
    expect(matches(city("Oslo"), thing({ address: { city: "oslo" } }))).toBe(true);
    expect(matches(city("Oslo"), thing({ address: null }))).toBe(false);
    expect(
      matches(city("Oslo"), thing(Object.create({ address: { city: "Oslo" } }) as object)),
    ).toBe(false);
  });
});
