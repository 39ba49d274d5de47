import { expect, test } from "vitest";
import type { ListSearch } from "#web/base/list-search.ts";
import { isSameView, savedViews, toView, withView } from "./view-storage.ts";

// @vitest-environment happy-dom

test("a view is the address without its page, and is read as it was saved", () => {
  const search = { filterStatus: "processing", sort: "-totalCost", page: "7", size: "" };
  const kept = { filterStatus: "processing", sort: "-totalCost" };
  expect(toView(search)).toEqual(kept);
  savedViews("orders").set([{ name: "Dear ones", search }]);
  expect(savedViews("orders").get()).toEqual([{ name: "Dear ones", search: kept }]);
  expect(savedViews("products").get()).toEqual([]);
});

test("odd entries are no views", () => {
  const odd = '[null, 4, {"name":4,"search":{}}, {"name":"x","search":null}]';
  localStorage.setItem("supercargo.views.orders", odd);
  expect(savedViews("orders").get()).toEqual([]);
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
