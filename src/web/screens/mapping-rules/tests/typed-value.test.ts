import { expect, test } from "vitest";
import { textToValue, valueToText } from "./typed-value.ts";

test.each<[unknown, string]>([
  [19.99, "19.99"],
  [true, "yes"],
  ["Brass lamp", "Brass lamp"],
  ["", ""],
  [["sale", "new"], "sale, new"],
  [[], ""],
  [[{ name: "Wood", value: "Oak" }], '[{"name":"Wood","value":"Oak"}]'],
])("%j is shown as %s, and read from it", (value, text) => {
  expect(valueToText(value)).toBe(text);
  expect(textToValue(text, value)).toEqual({ value });
});

test.each<[string, unknown, unknown]>([
  ["", 1, null],
  [" 20 ", 1, 20],
  ["NO", true, false],
  ["", true, null],
  ["", ["a"], []],
  ["", { a: 1 }, null],
  [" as typed ", "text", " as typed "],
  ["19.99", null, "19.99"],
])("“%s” for a field with %j means %j", (text, like, value) => {
  expect(textToValue(text, like)).toEqual({ value });
});

test.each([
  ["ten", 1],
  ["maybe", true],
  ["{", { a: 1 }],
])("“%s” for a field with %j is refused", (text, like) => {
  expect(textToValue(text, like)).toHaveProperty("why");
});
