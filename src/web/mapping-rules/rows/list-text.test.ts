import { expect, test } from "vitest";
import { parseList } from "#rules/operands.ts";
import { linesOf, listTextOf } from "./list-text.ts";

test.each([
  ["", ""],
  ["a, b", "a\nb"],
  ['["a, b","c"]', "a, b\nc"],
  ["a\n b ", "a\n b "],
])("%j is edited as %j", (text, lines) => {
  expect(linesOf(text)).toBe(lines);
});

test.each([
  ["Doe, John", ["Doe, John"]],
  ["[x", ["[x"]],
  ["a", ["a"]],
  ["a\nb, c", ["a", "b, c"]],
])("the lines %j are the values %j", (lines, values) => {
  expect(parseList(listTextOf(lines))).toEqual(values);
});
