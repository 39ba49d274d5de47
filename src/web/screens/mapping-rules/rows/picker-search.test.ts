import { describe, expect, test } from "vitest";
import { synonymsOf } from "#rule-model/synonyms.ts";
import { actions } from "#rules/actions.ts";
import { comparators } from "#rules/comparators.ts";
import { findChoices, inGroups, likeliest } from "./picker.tsx";

type PickerChoice = Parameters<typeof findChoices>[0][number];

const choices: readonly PickerChoice[] = [
  { id: 1, label: "Sale price", group: "Variant", badge: "Number" },
  { id: 2, label: "Price", group: "Variant", badge: "Number" },
  { id: 3, label: "Größe", group: "Product", alias: "product.size" },
  { id: 4, label: "Prices from", group: "Product", explanation: "The lowest of all" },
];

describe("findChoices", () => {
  test.each([
    ["", [1, 2, 3, 4]],
    ["PRICE", [1, 2, 4]],
    ["variant price", [1, 2]],
    ["grosse", []],
    ["große", [3]],
    ["groß", [3]],
    ["product.size", [3]],
    ["lowest", [4]],
    ["zebra", []],
  ])("%j finds %j", (typed, ids) => {
    expect(findChoices(choices, typed).map(({ id }) => id)).toEqual(ids);
  });
});

test.each([
  ["", 1],
  ["price", 2],
  ["prices", 4],
  ["pri", 2],
  ["ale", 1],
])("of what %j finds, %j is meant", (typed, id) => {
  const found = findChoices(choices, typed);
  expect(found[likeliest(found, typed)]?.id).toBe(id);
});

test.each([
  [">", "is greater than"],
  [">=", "is at least"],
  ["over", "is greater than"],
  ["more than", "is greater than"],
  ["at least", "is at least"],
  ["!=", "is not"],
  ["without", "does not contain"],
  ["reduce by", "Subtract"],
])("%j finds %s by its other words", (typed, label) => {
  const handles = [
    "string_contains",
    "string_not_contains",
    "string_not_equal_to",
    "greater_than_equal_to",
    "greater_than",
    "subtract",
  ] as const;
  const table = { ...comparators, ...actions };
  const found = findChoices(
    handles.map((handle, id) => ({
      id,
      label: table[handle].label,
      synonyms: synonymsOf(handle),
    })),
    typed,
  );
  expect(found[likeliest(found, typed)]?.label).toBe(label);
});

test("choices of a group are together, with their places among all", () => {
  expect(inGroups(choices).map(({ name, from }) => [name, from])).toEqual([
    ["Variant", 0],
    ["Product", 2],
  ]);
});
