import { expect, test } from "vitest";
import { matchOptions } from "./match-options.ts";
import type { PaletteOption } from "./palette-option.ts";

const option = (label: string, words = ""): PaletteOption => ({
  id: label,
  label,
  detail: "",
  words,
  act: { kind: "open", path: "/" },
});

const options = [
  option("Purchase orders", "po fulfillment"),
  option("Received orders"),
  option("Orders"),
  option("Reorders"),
  option("Théières ☕"),
  option("Использовать"),
];

test.each([
  ["nothing", "", options.map(({ label }) => label)],
  ["spaces", "  \t ", options.map(({ label }) => label)],
  [
    "exact first, then whole words, then parts",
    "orders",
    ["Orders", "Purchase orders", "Received orders", "Reorders"],
  ],
  ["the beginning before the middle", "re", ["Received orders", "Reorders", "Théières ☕"]],
  ["every word, in any order and case", "ORD pur", ["Purchase orders"]],
  ["other words of an option", "po", ["Purchase orders"]],
  ["letters with and without accents", "theieres", ["Théières ☕"]],
  ["other scripts", "ИСПОЛЬ", ["Использовать"]],
  ["a sign", "☕", ["Théières ☕"]],
  ["no match", "orders xyz", []],
  ["a pattern's signs are only signs", ".*", []],
])("%s", (_, text, expected) => {
  expect(matchOptions(options, text).map(({ label }) => label)).toEqual(expected);
});

test("no more than the limit", () => {
  expect(matchOptions(options, "orders", 2)).toHaveLength(2);
  expect(matchOptions(options, "", 2)).toHaveLength(2);
});

test("a huge text and many options take no time worth telling", () => {
  const many = Array.from({ length: 2_000 }, (_, at) => option(`RMA-${30_000 + at}`));
  expect(matchOptions(many, "x ".repeat(50_000))).toEqual([]);
  expect(matchOptions(many, "30110").map(({ label }) => label)).toEqual(["RMA-30110"]);
});
