import { expect, test } from "vitest";
import type { ProductFacets } from "#web/api/product-search/product-query.ts";
import { keepFacetOrder } from "./keep-facet-order.ts";

const facets = (...names: string[]): ProductFacets => ({
  brands: names.map((value, at) => ({ value, count: 9 - at })),
  brandTotal: names.length,
  categories: names.map((value) => ({ value, name: value, count: 1, level: 1, within: null })),
  stock: [],
  prices: [],
  missing: [],
  belowMap: 0,
  gone: 0,
});
const brandsOf = ({ brands }: ProductFacets) => brands.map(({ value }) => value);

test("known choices keep their order, new ones follow, missing ones are removed", () => {
  const next = keepFacetOrder(facets("a", "b", "c"), facets("d", "c", "e", "a"));
  expect(brandsOf(next)).toEqual(["a", "c", "d", "e"]);
  expect(next.categories.map(({ value }) => value)).toEqual(["a", "c", "d", "e"]);
  expect(next.brands[0]).toEqual({ value: "a", count: 6 });
});

test("the first facets keep the order of the result", () => {
  expect(brandsOf(keepFacetOrder(undefined, facets("b", "a")))).toEqual(["b", "a"]);
});
