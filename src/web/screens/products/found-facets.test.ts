import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type CopyState,
  openingState,
  type SweepProgress,
} from "#web/api/product-copy/copy-state.ts";
import type { ProductFacets, ProductQuery } from "#contract/catalog.ts";
import { createFoundProducts, type FoundProducts, keepFacetOrder } from "./found-products.ts";
import { asking, createFacets, slowCopy } from "#web/testing/slow-copy.ts";

const settled = () => vi.advanceTimersByTimeAsync(0);
const rested = () => vi.advanceTimersByTimeAsync(200);
const listBrands = ({ brands }: ProductFacets) => brands.map(({ value }) => value);
const shownBrands = ({ state }: FoundProducts) => {
  const { facets } = state.get();
  return facets && listBrands(facets);
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A search for products whose first matches and facets, of brand "first", were found. */
const openFound = async (state: () => CopyState = () => openingState) => {
  const copy = { ...slowCopy(), state: { get: state, subscribe: () => () => {} } };
  const found = createFoundProducts(copy);
  const search = async (query: ProductQuery) => {
    found.search(query);
    copy.searches.at(-1)?.answer([1, 2]);
    await settled();
  };
  await search(asking(""));
  copy.readings[0]?.answer(createFacets("first"));
  await settled();
  return { copy, found, search };
};

describe("facets", () => {
  test("of the first search are read at once, and rows do not wait for them", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.search(asking("lamp"));
    expect(copy.readings).toHaveLength(0);
    copy.searches[0]?.answer([1]);
    await settled();
    expect(copy.readings.map(({ query }) => query.text)).toEqual(["lamp"]);
    expect(found.state.get()).toMatchObject({ busy: false, matches: { total: 1 } });
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
    expect(shownBrands(found)).toBeUndefined();
    copy.readings[0]?.answer(createFacets("a"));
    await settled();
    expect(shownBrands(found)).toEqual(["a"]);
  });

  test("are read once after several keys, for the last text, once typing pauses", async () => {
    const { copy, found, search } = await openFound();
    for (const text of ["l", "la", "lam"]) {
      await search(asking(text));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(copy.readings).toHaveLength(1);
    expect(shownBrands(found)).toEqual(["first"]);
    await rested();
    expect(copy.readings.map(({ query }) => query.text)).toEqual(["", "lam"]);
    copy.readings[1]?.answer(createFacets("a"));
    await settled();
    expect(shownBrands(found)).toEqual(["a"]);
  });

  test("are read at once after a filter and after a repetition, also before a pause in typing", async () => {
    const { copy, found, search } = await openFound();
    await search(asking("lamp"));
    await search({ ...asking("lamp"), brands: ["first"] });
    expect(copy.readings.map(({ query }) => query.brands)).toEqual([[], ["first"]]);
    found.repeat();
    copy.searches.at(-1)?.answer([1]);
    await settled();
    expect(copy.readings).toHaveLength(3);
    await rested();
    expect(copy.readings).toHaveLength(3);
  });

  test("of an older query are dropped", async () => {
    const { copy, found, search } = await openFound();
    await search({ ...asking(""), brands: ["first"] });
    await search({ ...asking(""), brands: ["second"] });
    copy.readings[2]?.answer(createFacets("new"));
    await settled();
    copy.readings[1]?.answer(createFacets("old"));
    await settled();
    expect(shownBrands(found)).toEqual(["new"]);
    await search({ ...asking(""), brands: ["third"] });
    found.search(asking("lamp"));
    copy.readings[3]?.fail(new Error("the worker is gone"));
    await settled();
    expect(found.state.get().error).toBeUndefined();
  });

  test("that cannot be read are an error, unless they were aborted; rows and earlier facets stay", async () => {
    const { copy, found, search } = await openFound();
    await search({ ...asking(""), brands: ["first"] });
    copy.readings[1]?.fail(new DOMException("given up", "AbortError"));
    await settled();
    expect(found.state.get().error).toBeUndefined();
    found.repeat();
    copy.searches.at(-1)?.answer([1]);
    await settled();
    copy.readings[2]?.fail(new Error("the worker is gone"));
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, matches: { total: 1 } });
    expect(found.state.get().error).toBeInstanceOf(Error);
    expect(found.state.get().rowAt(0)?.title).toBe("Product 1");
    expect(shownBrands(found)).toEqual(["first"]);
  });

  test("that are due are not read after the search is closed", async () => {
    const { copy, found, search } = await openFound();
    await search(asking("lamp"));
    found.close();
    await rested();
    expect(copy.readings).toHaveLength(1);
  });

  test("keep the order of their choices while the copy loads, and take the new one afterwards", async () => {
    let first = true;
    const { copy, found } = await openFound(() => ({
      ...openingState,
      sweep: { first } as SweepProgress,
    }));
    const readAgain = async () => {
      found.repeat();
      copy.searches.at(-1)?.answer([1]);
      await settled();
      copy.readings.at(-1)?.answer(createFacets("more", "first"));
      await settled();
      return shownBrands(found);
    };
    expect(await readAgain()).toEqual(["first", "more"]);
    first = false;
    expect(await readAgain()).toEqual(["more", "first"]);
  });
});

test("known choices keep their order, new ones follow, missing ones are removed", () => {
  const next = keepFacetOrder(createFacets("a", "b", "c"), createFacets("d", "c", "e", "a"));
  expect(listBrands(next)).toEqual(["a", "c", "d", "e"]);
  expect(next.categories.map(({ value }) => value)).toEqual(["a", "c", "d", "e"]);
  expect(next.brands[0]).toEqual({ value: "a", count: 6 });
});

test("the first facets keep the order of the result", () => {
  expect(listBrands(keepFacetOrder(undefined, createFacets("b", "a")))).toEqual(["b", "a"]);
});
