import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { knownRecords, matchOptions, type PaletteOption } from "./palette-options.ts";

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

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null });
});

const labels = (cache: QueryClient, rules: { rule: unknown }[] = []) =>
  knownRecords(cache, rules).map(({ id, label }) => `${id} ${label}`);

test("records of lists and details, each once, then what was seen and remembered before", () => {
  const cache = new QueryClient();
  cache.setQueryData(["rmas", "list", {}], {
    value: [
      { id: 1, rmaNumber: "RMA-1" },
      { id: 2, rmaNumber: null },
    ],
  });
  cache.setQueryData(["purchase-orders", "detail", 3], {
    value: { id: 3, purchaseOrderNumber: "FO-3" },
  });
  cache.setQueryData(["purchase-orders", "count", {}], { value: 7 });
  kept.set(
    "supercargo.seen.rmas embedded",
    '[{"id":1,"label":"old","status":"","at":1},{"id":4,"label":"RMA-4","status":"","at":1}]',
  );
  expect(labels(cache, [{ rule: { id: 5, name: "Hide" } }])).toEqual([
    "rmas/1 RMA-1",
    "rmas/2 RMA 2",
    "purchase-orders/3 FO-3",
    "rmas/4 RMA-4",
    "mapping-rules/5 Hide",
  ]);
});

test("answers and memories of any form do no harm", () => {
  const cache = new QueryClient();
  for (const [place, value] of [
    null,
    4,
    "x",
    [null, 4, "x", []],
    [{ id: "1" }, { id: -1 }],
  ].entries())
    cache.setQueryData(["rmas", "list", place], { value });
  cache.setQueryData(["rmas", "list", "bare"], null);
  cache.setQueryData(["__proto__", "list"], { value: [{ id: 1 }] });
  kept.set("supercargo.seen.rmas embedded", '[{"id":1,"label":{}},{"id":2}]');
  expect(labels(cache, [{ rule: undefined }, { rule: null }])).toEqual([]);
});
