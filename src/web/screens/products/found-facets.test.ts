import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CatalogState, ProductFacets, ProductQuery } from "#contract/catalog.ts";
import {
  asking,
  createFacets,
  firstSweep,
  freshCatalog,
  slowCatalog,
} from "#web/testing/catalog.ts";
import { createFoundProducts, type FoundProducts, keepFacetOrder } from "./found-products.ts";

const settled = () => vi.advanceTimersByTimeAsync(0);
const rested = () => vi.advanceTimersByTimeAsync(200);
const listBrands = ({ brands }: ProductFacets) => brands.map(({ value }) => value);
const shownBrands = ({ state }: FoundProducts) => {
  const { facets } = state.get();
  return facets && listBrands(facets);
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A search for products whose first rows and facets, of brand "first", were found. */
const openFound = async (state: CatalogState = freshCatalog) => {
  const { asked, search: send } = slowCatalog();
  const found = createFoundProducts(send);
  const answer = async (...brands: string[]) => {
    const facets = brands.length > 0 ? createFacets(...brands) : undefined;
    asked.at(-1)?.answer(2, { state, ...(facets && { facets }) });
    await settled();
  };
  const search = async (query: ProductQuery, ...brands: string[]) => {
    found.search(query);
    await answer(...brands);
  };
  await search(asking(""), "first");
  return { asked, found, search, answer };
};

describe("facets", () => {
  test("come with the first search, with a filter, and with a repetition", async () => {
    const { asked, found, search } = await openFound();
    expect(shownBrands(found)).toEqual(["first"]);
    await search({ ...asking(""), brands: ["first"] }, "second");
    found.repeat();
    expect(asked.map(({ facets }) => facets)).toEqual([true, true, true]);
  });

  test("are counted once after several keys, for the last text, once typing pauses", async () => {
    const { asked, found, search, answer } = await openFound();
    for (const text of ["l", "la", "lam"]) {
      await search(asking(text));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asked.map(({ facets }) => facets)).toEqual([true, false, false, false]);
    expect(shownBrands(found)).toEqual(["first"]);
    await rested();
    expect(asked.at(-1)).toMatchObject({
      query: { text: "lam" },
      first: 0,
      count: 101,
      facets: true,
    });
    await answer("a");
    expect(shownBrands(found)).toEqual(["a"]);
    expect(found.state.get().rows.size).toBe(2);
  });

  test("of an older text are dropped, and their request ends", async () => {
    const { asked, found, search } = await openFound();
    await search(asking("l"));
    await rested();
    const counting = asked.at(-1);
    found.search(asking("la"));
    expect(counting?.signal?.aborted).toBe(true);
    await settled();
    expect(found.state.get().error).toBeUndefined();
  });

  test("that can't be counted are an error; rows and earlier facets stay", async () => {
    const { asked, found, search } = await openFound();
    await search(asking("l"));
    await rested();
    asked.at(-1)?.fail(new Error("the connection is lost"));
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, total: 2 });
    expect(found.state.get().error).toBeInstanceOf(Error);
    expect(shownBrands(found)).toEqual(["first"]);
  });

  test("that are due are not counted after the search is closed", async () => {
    const { asked, found, search } = await openFound();
    await search(asking("lamp"));
    found.close();
    await rested();
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["keep the order of their choices while the catalog loads", true, ["first", "more"]],
    ["have the order of the result afterwards", false, ["more", "first"]],
  ])("%s", async (_, first, expected) => {
    const { found, answer } = await openFound({
      ...freshCatalog,
      sweep: { ...firstSweep, first },
    });
    found.repeat();
    await answer("more", "first");
    expect(shownBrands(found)).toEqual(expected);
  });
});

test("known choices keep their order, new ones follow, missing ones are removed", () => {
  const next = keepFacetOrder(createFacets("a", "b", "c"), createFacets("d", "c", "e", "a"));
  expect(listBrands(next)).toEqual(["a", "c", "d", "e"]);
  expect(next.categories.map(({ value }) => value)).toEqual(["a", "c", "d", "e"]);
  expect(next.brands[0]).toEqual({ value: "a", count: 6 });
});
