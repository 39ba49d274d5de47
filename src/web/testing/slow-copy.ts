import { vi } from "vitest";
import type { ProductMatches } from "#catalog/product-index.ts";
import {
  everyProduct,
  type ProductFacets,
  type ProductQuery,
  type ProductRow,
} from "#contract/catalog.ts";
import type { FoundMatches } from "#web/api/product-copy/copy-state.ts";
import { openingState } from "#web/api/product-copy/copy-state.ts";
import type { ShownRows } from "#web/api/product-copy/product-copy.ts";

const matchesOf = (ids: number[]): ProductMatches => ({
  total: ids.length,
  ids: Float64Array.from(ids),
});
export const rowOf = (id: number, title = `Product ${id}`) => ({ id, title }) as ProductRow;
export const asking = (text: string): ProductQuery => ({ ...everyProduct, text });

/** Facets with these brands and categories. */
export const createFacets = (...names: string[]): ProductFacets => ({
  brands: names.map((value, at) => ({ value, count: 9 - at })),
  brandTotal: names.length,
  categories: names.map((value) => ({ value, name: value, count: 1, level: 1, within: null })),
  stock: [],
  prices: [],
  missing: [],
  belowMap: 0,
  gone: 0,
});

/** A copy whose responses to searches and readings of facets arrive when the test resolves them. */
export const slowCopy = () => {
  const rows = vi.fn<(ids: ArrayLike<number>) => Promise<ProductRow[]>>(async (ids) =>
    Array.from(ids, (id) => rowOf(id)),
  );
  const held = new Map<number, ProductRow>();
  const searches: {
    query: ProductQuery;
    answer: (ids: number[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const readings: {
    query: ProductQuery;
    answer: (facets: ProductFacets) => void;
    fail: (error: Error) => void;
  }[] = [];
  return {
    searches,
    search: (query: ProductQuery, shown?: ShownRows) =>
      new Promise<FoundMatches>((resolve, reject) =>
        searches.push({
          query,
          answer: async (ids) =>
            resolve({
              ...matchesOf(ids),
              rows: await rows(ids.slice(shown?.first, (shown?.last ?? -1) + 1)),
            }),
          fail: reject,
        }),
      ),
    readings,
    facets: (query: ProductQuery) =>
      new Promise<ProductFacets>((resolve, reject) =>
        readings.push({ query, answer: resolve, fail: reject }),
      ),
    rows,
    brought: held,
    state: { get: () => openingState, subscribe: () => () => {} },
    rowCache: {
      get: (id: number) => held.get(id),
      isFresh: () => held.size > 0,
      update: async () => false,
    },
  };
};
