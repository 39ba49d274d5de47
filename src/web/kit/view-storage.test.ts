import { beforeEach, expect, test, vi } from "vitest";
import type { ListSearch } from "#web/base/list-search.ts";
import { isSameView, saveViews, readViews, toView, withView } from "./view-storage.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

test("a view is the address without its page, and is read as it was saved", () => {
  const search = { filterStatus: "processing", sort: "-totalCost", page: "7", size: "" };
  expect(toView(search)).toEqual({ filterStatus: "processing", sort: "-totalCost" });
  expect(saveViews("orders", [{ name: "Dear ones", search: toView(search) }])).toBe(true);
  expect(readViews("orders")).toEqual([
    { name: "Dear ones", search: { filterStatus: "processing", sort: "-totalCost" } },
  ]);
  expect(readViews("products")).toEqual([]);
});

test.each([
  ["not JSON", "{"],
  ["no list", '{"name":"x"}'],
  ["odd entries", '[null, 4, {"name":4,"search":{}}, {"name":"x","search":null}]'],
])("%s is not a view", (_, text) => {
  kept.set("supercargo.views.orders", text);
  expect(readViews("orders")).toEqual([]);
});

test("saving returns false without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(readViews("orders")).toEqual([]);
  expect(saveViews("orders", [])).toBe(false);
});

test("a view with the same name is replaced in place", () => {
  const views = ["a", "b"].map((name) => ({ name, search: {} }));
  const next = { name: "a", search: { sort: "x" } };
  expect(withView(views, next).map(({ name }) => name)).toEqual(["a", "b"]);
  expect(withView(views, next)[0]).toBe(next);
  expect(withView(views, { name: "ü", search: {} }).map(({ name }) => name)).toEqual([
    "a",
    "b",
    "ü",
  ]);
});

test.each<[ListSearch, ListSearch, boolean]>([
  [{ status: "1", q: "2" }, { q: "2", status: "1", page: "3" }, true],
  [{ status: "1" }, { status: "1", q: "" }, true],
  [{ status: "1" }, { status: "2" }, false],
  [{}, {}, true],
])("%j and %j are the same view: %s", (a, b, same) => {
  expect(isSameView(a, b)).toBe(same);
});
