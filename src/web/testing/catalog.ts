import type { SearchCatalog, SearchRequest } from "#web/api/catalog.ts";
import {
  type CatalogMatches,
  type CatalogState,
  everyProduct,
  type ProductFacets,
  type ProductQuery,
  type ProductRow,
} from "#contract/catalog.ts";

/** The state of a catalog that is up to date. */
export const freshCatalog: CatalogState = {
  phase: "fresh",
  products: 2_000,
  epoch: "1",
  opening: null,
  sweep: null,
  sweptFrom: 0,
  sweptAt: 0,
  checkedAt: 0,
  nextCheckAt: null,
  waitingUntil: null,
  problem: null,
  unreadable: 0,
};

/** The first reading of all products. */
export const firstSweep: NonNullable<CatalogState["sweep"]> = {
  first: true,
  pages: 12,
  seen: 600,
  total: 2_000,
  startedAt: 0,
  leftMs: 15_000,
};

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

/** A catalog of products 1 to `total`, whose answers arrive when the test lets them. */
export const slowCatalog = () => {
  const asked: (SearchRequest & {
    readonly signal: AbortSignal | undefined;
    readonly answer: (total: number, part?: Partial<CatalogMatches>) => void;
    readonly fail: (error: Error) => void;
  })[] = [];
  const search: SearchCatalog = (request, signal) =>
    new Promise((resolve, reject) => {
      const { first, count } = request;
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
      asked.push({
        ...request,
        signal,
        answer: (total, part) => {
          const size = Math.max(0, Math.min(count, total - first));
          const rows = Array.from({ length: size }, (_, at) => rowOf(first + at + 1));
          resolve({ state: freshCatalog, total, first, rows, ...part });
        },
        fail: reject,
      });
    });
  return { asked, search };
};
