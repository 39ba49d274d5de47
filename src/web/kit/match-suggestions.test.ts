import { expect, test } from "vitest";
import { matchSuggestions } from "./match-suggestions.ts";

const texts = ["Damaged", "Box damaged", "Größe falsch", "未開封"];

test.each<[string, string[]]>([
  ["", texts],
  ["  ", texts],
  ["damaged", ["Damaged", "Box damaged"]],
  ["DAM ", ["Damaged", "Box damaged"]],
  ["grosse", ["Größe falsch"]],
  ["開", ["未開封"]],
  ["none of these", []],
  // One that is typed already is no suggestion.
  ["Box damaged", []],
  ["box damaged", ["Box damaged"]],
])("suggests for “%s”", (typed, expected) =>
  expect(matchSuggestions(texts, typed)).toEqual(expected),
);
