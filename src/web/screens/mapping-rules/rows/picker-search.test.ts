import { describe, expect, test } from "vitest";
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

test("choices of a group are together, with their places among all", () => {
  expect(inGroups(choices).map(({ name, from }) => [name, from])).toEqual([
    ["Variant", 0],
    ["Product", 2],
  ]);
});
