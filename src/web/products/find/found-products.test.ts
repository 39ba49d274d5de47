import { describe, expect, test, vi } from "vitest";
import {
  everyProduct,
  type ProductMatches,
  type ProductQuery,
  type ProductRow,
} from "#web/products/search/product-query.ts";
import { createFoundProducts } from "./found-products.ts";

const facets = {
  brands: [],
  brandTotal: 0,
  categories: [],
  stock: [],
  prices: [],
  missing: [],
  belowMap: 0,
  gone: 0,
};
const matchesOf = (ids: number[]): ProductMatches => ({
  total: ids.length,
  ids: Float64Array.from(ids),
  facets,
  tookMs: 1,
});
const rowOf = (id: number, title = `Product ${id}`) => ({ id, title }) as ProductRow;
const asking = (text: string): ProductQuery => ({ ...everyProduct, text });
const settled = () => new Promise((done) => setTimeout(done));

/** A copy whose answers come when the test says so. */
const slowCopy = () => {
  const searches: {
    query: ProductQuery;
    answer: (ids: number[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  return {
    searches,
    search: (query: ProductQuery) =>
      new Promise<ProductMatches>((resolve, reject) =>
        searches.push({ query, answer: (ids) => resolve(matchesOf(ids)), fail: reject }),
      ),
    rows: vi.fn<(ids: ArrayLike<number>) => Promise<ProductRow[]>>(async (ids) =>
      Array.from(ids, (id) => rowOf(id)),
    ),
  };
};

describe("a search", () => {
  test("shows what it found, and reads the rows near those that are looked at", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.show(0, 10);
    found.ask(asking("lamp"));
    expect(found.state.get().busy).toBe(true);
    copy.searches[0]?.answer(Array.from({ length: 1_000 }, (_, index) => index + 1));
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, matches: { total: 1_000 } });
    expect(found.rowAt(0)?.title).toBe("Product 1");
    expect(found.rowAt(70)?.title).toBe("Product 71");
    expect(found.rowAt(500)).toBeUndefined();
    found.show(495, 505);
    await settled();
    expect(found.rowAt(500)?.title).toBe("Product 501");
  });

  test("gives way to a later one, whichever answers first", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.ask(asking("la"));
    found.ask(asking("lamp"));
    copy.searches[1]?.answer([2]);
    await settled();
    copy.searches[0]?.answer([1, 2, 3]);
    await settled();
    expect(found.state.get()).toMatchObject({ query: { text: "lamp" }, matches: { total: 1 } });
  });

  test("that was given up is no error; one that failed is, and the matches before stay", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.ask(asking("la"));
    copy.searches[0]?.answer([1]);
    await settled();
    found.ask(asking("lam"));
    copy.searches[1]?.fail(new DOMException("given up", "AbortError"));
    await settled();
    expect(found.state.get().error).toBeUndefined();
    found.ask(asking("lamp"));
    copy.searches[2]?.fail(new Error("the worker is gone"));
    await settled();
    expect(found.state.get()).toMatchObject({ busy: false, matches: { total: 1 } });
    expect(found.state.get().error).toBeInstanceOf(Error);
  });

  test("asked again keeps the rows until newer ones come", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.ask(asking(""));
    copy.searches[0]?.answer([1]);
    await settled();
    copy.rows.mockImplementation(async () => [rowOf(1, "Renamed")]);
    found.again();
    expect(found.rowAt(0)?.title).toBe("Product 1");
    copy.searches[1]?.answer([1]);
    await settled();
    expect(found.rowAt(0)?.title).toBe("Renamed");
  });

  test("asks for a row once, however often it is shown", async () => {
    const copy = slowCopy();
    const found = createFoundProducts(copy);
    found.ask(asking(""));
    copy.searches[0]?.answer([1, 2, 3]);
    await settled();
    const before = copy.rows.mock.calls.length;
    found.show(0, 2);
    found.show(0, 2);
    await settled();
    expect(copy.rows.mock.calls.length).toBe(before);
  });
});
