import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResellerProductParent } from "#contract/products.ts";
import { createProductIndex, loadProductIndex, type ProductIndex } from "./product-index.ts";
import { foldWords } from "./fold-words.ts";
import {
  type ProductQuery,
  type ProductRow,
  type ProductSortKey,
  productSortKeys,
} from "#contract/catalog.ts";
import {
  cloneValue,
  anyProduct,
  anyText,
  matchesDirectly,
  createQuery,
  testProduct,
} from "#catalog/testing/products.ts";

const options = { readAt: 1 };

const indexOf = (products: Iterable<ResellerProductParent>): ProductIndex => {
  const index = createProductIndex();
  for (const product of products) index.put(product, options);
  return index;
};

const newestOf = (products: readonly ResellerProductParent[]) =>
  new Map(products.map((product) => [product.id ?? 0, product]));

const anyQuery: fc.Arbitrary<ProductQuery> = fc
  .record({
    text: anyText,
    brands: fc.subarray(["Åsen", "ACME", "岩鉄"], { maxLength: 2 }),
    categories: fc.subarray(["1", "2", "3"], { maxLength: 2 }),
    price: fc.record({
      from: fc.option(fc.integer({ max: 200 })),
      to: fc.option(fc.integer({ max: 300 })),
    }),
    units: fc.record({
      from: fc.option(fc.integer({ max: 20 })),
      to: fc.option(fc.integer({ max: 40 })),
    }),
    belowMap: fc.boolean(),
    changedSince: fc.option(fc.constant(new Date(1.7e12 + 20 * 864e5).toISOString())),
    changedBefore: fc.option(fc.constant(new Date(1.7e12 + 30 * 864e5).toISOString())),
    sort: fc.record({
      by: fc.constantFrom(...productSortKeys),
      direction: fc.constantFrom("asc" as const, "desc" as const),
    }),
  })
  .chain((all) =>
    // Many filters together match nothing, so a few are combined at a time.
    fc
      .subarray(Object.keys(all) as (keyof typeof all)[], { minLength: 1, maxLength: 3 })
      .map((names) =>
        createQuery({ ...Object.fromEntries(names.map((name) => [name, all[name]])), exact: true }),
      ),
  );

const settled = (index: ProductIndex): ProductIndex => {
  while (index.settle(true));
  return index;
};

const answersOf = (index: ProductIndex, queries: readonly ProductQuery[]) =>
  queries.map((query) => {
    const { total, ids, corrected } = index.search(query);
    const facets = index.facets(query);
    // A selected name without products is only known to an index that had one.
    const met = ({ count }: { count: number }) => count > 0;
    const brands = facets.brands.filter(met);
    const categories = facets.categories.filter(met);
    const counts = { ...facets, brands, categories, brandTotal: 0 };
    return { total, ids: [...ids], counts, corrected, rows: index.rows(ids, query.text) };
  });

describe("search results", () => {
  test("equal a direct search of all products, for waiting, settled and loaded indexes", () => {
    fc.assert(
      fc.property(
        fc.array(anyProduct, { maxLength: 25 }),
        fc.nat(25),
        fc.array(anyQuery, { minLength: 1, maxLength: 6 }),
        (products, early, queries) => {
          const index = indexOf(products.slice(0, early));
          settled(index);
          for (const product of products.slice(early)) index.put(product, options);
          const known = [...newestOf(products).values()];
          for (const query of queries) {
            const found = [...index.search(query).ids].toSorted((a, b) => a - b);
            const wanted = known
              .filter((product) => matchesDirectly(product, query))
              .map(({ id }) => id ?? 0)
              .toSorted((a, b) => a - b);
            expect(found).toEqual(wanted);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test("are the same after changes, saving and loading as in a new index", () => {
    fc.assert(
      fc.property(
        fc.array(anyProduct, { maxLength: 25 }),
        fc.nat(25),
        fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
        (products, early, queries) => {
          const index = indexOf(products.slice(0, early));
          const loaded = loadProductIndex(cloneValue(index.save())) ?? createProductIndex();
          for (const product of products.slice(early)) loaded.put(product, options);
          const kept = newestOf(products.slice(0, early));
          for (const product of products.slice(early)) kept.set(product.id ?? 0, product);
          const fresh = answersOf(indexOf(kept.values()), queries);
          expect(answersOf(loaded, queries)).toEqual(fresh);
          const again = loadProductIndex(cloneValue(loaded.save()));
          expect(again && answersOf(again, queries)).toEqual(fresh);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** The sort value of a row as the table shows it. */
const shown: Partial<Record<ProductSortKey, (row: ProductRow) => number | string | null>> = {
  id: ({ id }) => id,
  sku: ({ sku }) => foldWords(sku),
  title: ({ title, sku }) => foldWords(title || sku),
  brand: ({ brand }) => brand && foldWords(brand),
  category: ({ categories }) => categories[0] ?? null,
  belowMap: ({ belowMap }) => belowMap,
  stock: ({ stock }) => stock,
  variants: ({ variants }) => variants,
  updated_at: ({ updated_at: at }) => at,
  inserted_at: ({ inserted_at: at }) => at,
};

describe("the order", () => {
  test.each(["asc", "desc"] as const)(
    "of every column, %s: missing values are last",
    (direction) => {
      fc.assert(
        fc.property(fc.array(anyProduct, { maxLength: 25 }), (products) => {
          const index = indexOf(products);
          for (const [by, value] of Object.entries(shown)) {
            const sort = { by: by as ProductSortKey, direction };
            const values = index.rows(index.search(createQuery({ sort })).ids).map(value);
            const known = values.filter((one) => one !== null && one !== "");
            const rising = direction === "asc" ? known : known.toReversed();
            expect(values.slice(known.length).every((one) => one === null || one === "")).toBe(
              true,
            );
            expect(rising).toEqual(
              rising.toSorted((a, b) => (a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1)),
            );
          }
        }),
      );
    },
  );

  test("by relevance is the same among few products and among many others", () => {
    const others = Array.from({ length: 700 }, (_, at) =>
      testProduct({ id: 100 + at, sku: "Q", title: `Q ${at}` }),
    );
    fc.assert(
      fc.property(
        fc.array(anyProduct, { maxLength: 12 }),
        fc.array(anyText, { minLength: 1, maxLength: 10 }),
        (products, texts) => {
          const index = indexOf(products);
          const list = () =>
            texts.map((text) =>
              [...index.search(createQuery({ text, exact: true })).ids].filter((id) => id < 100),
            );
          const alone = list();
          for (const product of others) index.put(product, options);
          expect(list()).toEqual(alone);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("of a price uses the lowest price ascending and the highest descending", () => {
    fc.assert(
      fc.property(fc.array(anyProduct, { maxLength: 25 }), (products) => {
        const index = indexOf(products);
        for (const by of ["price", "sale", "map"] as const) {
          for (const [direction, end] of [
            ["asc", 0],
            ["desc", 1],
          ] as const) {
            const { ids } = index.search(createQuery({ sort: { by, direction } }));
            const ends = index.rows(ids).flatMap((row) => row[by]?.[end] ?? []);
            expect(ends).toEqual(ends.toSorted((a, b) => (end === 0 ? a - b : b - a)));
          }
        }
      }),
    );
  });
});

describe("counts of a facet", () => {
  test("equal the matches after selecting a value, without the facet's own filter", () => {
    fc.assert(
      fc.property(fc.array(anyProduct, { maxLength: 25 }), anyQuery, (products, query) => {
        const index = indexOf(products);
        const facets = index.facets(query);
        const totalWith = (chosen: Partial<ProductQuery>) =>
          index.search({ ...query, ...chosen }).total;
        for (const { value, count } of facets.brands)
          expect(totalWith({ brands: [value] })).toBe(count);
        for (const { value, count } of facets.categories)
          expect(totalWith({ categories: [value] })).toBe(count);
        for (const { value, count } of facets.stock)
          expect(totalWith({ stock: [value] })).toBe(count);
        for (const { from, to, count } of facets.prices)
          expect(totalWith({ price: { from, to } })).toBe(count);
        for (const { value, count } of facets.missing)
          expect(totalWith({ missing: [value] })).toBe(count);
        expect(totalWith({ belowMap: true })).toBe(facets.belowMap);
        expect(totalWith({ gone: "only" })).toBe(facets.gone);
      }),
      { numRuns: 100 },
    );
  });
});
