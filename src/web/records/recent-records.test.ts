// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { recentRecords, rememberRecent } from "./recent-records.ts";

beforeEach(() => localStorage.clear());

const store = (text: string) => localStorage.setItem("supercargo.recent embedded", text);

test("the latest record comes first, each once, ten at most", () => {
  for (let id = 1; id <= 12; id += 1) rememberRecent({ kind: "rmas", id, label: `RMA-${id}` });
  rememberRecent({ kind: "rmas", id: 5, label: "RMA-5, renamed" });
  rememberRecent({ kind: "returns", id: 5, label: "RTN-5" });
  const recent = recentRecords.get();
  expect(recent).toHaveLength(10);
  expect(recent.slice(0, 3).map(({ label }) => label)).toEqual([
    "RTN-5",
    "RMA-5, renamed",
    "RMA-12",
  ]);
});

test("a product keeps its channel, and any text its letters", () => {
  const product = { kind: "products", id: 7, label: "Théière ☕ 茶壺", channel: 3 } as const;
  rememberRecent(product);
  expect(recentRecords.get()).toEqual([product]);
});

test("a name of any length is cut", () => {
  rememberRecent({ kind: "rmas", id: 1, label: "x".repeat(100_000) });
  expect(recentRecords.get()[0]?.label).toHaveLength(200);
});

test.each([
  ["no records", '[null, 4, "x", [], {}]'],
  ["another kind", '[{"kind":"../evil","id":1,"label":"x"}]'],
  ["an inherited name as kind", '[{"kind":"__proto__","id":1,"label":"x"}]'],
  [
    "ids that are none",
    '[{"kind":"rmas","id":"1","label":"x"},{"kind":"rmas","id":-1,"label":"x"}]',
  ],
  ["no name", '[{"kind":"rmas","id":1},{"kind":"rmas","id":1,"label":""}]'],
])("%s in the storage is no record", (_, text) => {
  store(text);
  expect(recentRecords.get()).toEqual([]);
});

test("what else a stored record has is left out", () => {
  store('[{"kind":"rmas","id":1,"label":"x","channel":"javascript:0","href":"//evil"}]');
  expect(recentRecords.get()).toEqual([{ kind: "rmas", id: 1, label: "x" }]);
});
