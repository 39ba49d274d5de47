import { expect, test } from "vitest";
import { parseList } from "#rules/operands.ts";
import { toLines, toListText, shownSpaces } from "./operand-text.ts";

test.each([
  ["", ""],
  ["a, b", "a\nb"],
  ['["a, b","c"]', "a, b\nc"],
  ["a\n b ", "a\n b "],
  ['"a, b",c', "a, b\nc"],
  ['["\\"x\\"","a\\nb"]', '"""x"""\n"a\nb"'],
])("%j is edited as %j", (text, lines) => {
  expect(toLines(text)).toBe(lines);
});

test.each([
  ["Doe, John", ["Doe, John"]],
  ["[x", ["[x"]],
  ["a", ["a"]],
  ["a\nb, c", ["a", "b, c"]],
  ['"a,b",c', ["a,b", "c"]],
  ['"""x"""\n"a\nb"', ['"x"', "a\nb"]],
])("the lines %j are the values %j", (lines, values) => {
  expect(parseList(toListText(lines))).toEqual(values);
});

test.each([
  ["", undefined],
  ["lamp", undefined],
  ["brass lamp", undefined],
  [" ", "·"],
  [" lamp", "·lamp"],
  ["lamp  ", "lamp··"],
  ["brass  lamp", "brass··lamp"],
  [" brass lamp", "·brass lamp"],
  ["a\nb", "a↵b"],
  ["\t", "→"],
])("%j is shown as %j", (text, shown) => {
  expect(shownSpaces(text)).toBe(shown);
});
