import { expect, test } from "vitest";
import {
  type Choice,
  type ChoiceGroup,
  toChoices,
  removeRepeated,
  withUnlisted,
} from "./choices.ts";

const one = { value: "1", label: "One" };
const groups = [{ group: "Numbers", items: [one] }];

const spell = (value: string) => `Source ${value}`;
const odd = { value: "7", label: "Source 7" };

test.each<[string, readonly (Choice | ChoiceGroup)[], string, readonly (Choice | ChoiceGroup)[]]>([
  ["a value among the choices", [one], "1", [one]],
  ["a value in a group", groups, "1", groups],
  ["another value", [one], "7", [one, odd]],
  ["a value without choices", [], "7", [odd]],
])("%s is listed once", (_, choices, value, all) => {
  expect(withUnlisted(choices, value, spell)).toEqual(all);
});

test("a record without a name is labeled by its id, and a repeated id is listed once", () => {
  const records = [{ id: 1, name: "Acme" }, { id: 2, name: null }, { id: 1 }];
  expect(removeRepeated(toChoices("Source", records))).toEqual([
    { value: "1", label: "Acme" },
    { value: "2", label: "Source 2" },
  ]);
});
