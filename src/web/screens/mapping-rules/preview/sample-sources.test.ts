import { expect, test, vi } from "vitest";
import type { CatalogState } from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import type { fetchSamples } from "#web/api/catalog.ts";
import type { fetchWholeProducts } from "#web/api/products.ts";
import { firstSweep, freshCatalog } from "#web/testing/catalog.ts";
import { catalogProducts, createSamplePool } from "./sample-sources.ts";

const productsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const id = first + at + 1;
    return { id, title: `P${id}`, sku: `S${id}`, variants: [] };
  }) as unknown as ResellerProductParent[];

/** The samples of a catalog of `total` products, at most 2,000 at once, and of an API with 60. */
const openPool = (total: number, state: CatalogState, wanted?: number) => {
  const readCatalog = vi.fn<typeof fetchSamples>(async (_, first, count) => ({
    state,
    total,
    products: productsFrom(first, Math.min(2_000, count, total - first)),
  }));
  const readPage = vi.fn<typeof fetchWholeProducts>(async (_, page) => ({
    value: productsFrom((page - 1) * 50, page === 1 ? 50 : 10),
    problems: [],
    total: 60,
  }));
  const pool = createSamplePool(catalogProducts(1, readCatalog, readPage), wanted);
  pool.start();
  return { pool, readCatalog, readPage };
};

test("the wanted products of a catalog are read at once, and more when more are wanted", async () => {
  const { pool, readCatalog, readPage } = openPool(5_000, { ...freshCatalog, checkedAt: 7 });
  await expect.poll(() => pool.get().phase).toBe("complete");
  expect(pool.get()).toMatchObject({ total: 5_000, isEstimate: false, readAt: 7 });
  expect(pool.get().samples).toHaveLength(2_000);
  pool.want(10_000);
  await expect.poll(() => pool.get().samples).toHaveLength(5_000);
  expect(readCatalog.mock.calls.map(([, first]) => first)).toEqual([0, 2_000, 4_000]);
  expect(readPage).not.toHaveBeenCalled();
});

test("a catalog that is loading gives what it has, and tells of about how many", async () => {
  const { pool, readPage } = openPool(600, {
    ...freshCatalog,
    phase: "loading",
    sweep: firstSweep,
  });
  await expect.poll(() => pool.get().phase).toBe("complete");
  expect(pool.get()).toMatchObject({ total: 2_000, isEstimate: true });
  expect(pool.get().samples).toHaveLength(600);
  expect(readPage).not.toHaveBeenCalled();
});

test.each<[string, number, CatalogState]>([
  ["is switched off", 0, { ...freshCatalog, phase: "off" }],
  ["has no products", 0, freshCatalog],
])(
  "where the catalog %s, products are read from the service page by page",
  async (_, total, state) => {
    const { pool, readCatalog, readPage } = openPool(total, state);
    await expect.poll(() => pool.get().phase).toBe("complete");
    expect(pool.get().samples).toHaveLength(60);
    expect(readPage.mock.calls.map(([, page]) => page)).toEqual([1, 2]);
    expect(readCatalog).toHaveBeenCalledOnce();
  },
);
