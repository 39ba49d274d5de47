import { bandCount, getBandEnds } from "./price-bands.ts";
import {
  facetLimit,
  missingKinds,
  type PriceCount,
  type ProductFacets,
  type ProductQuery,
  stockStates,
} from "./product-query.ts";
import type { ProductRows } from "./product-rows.ts";
import { filterBits } from "./row-filters.ts";
import { stockNumbers } from "./row-columns.ts";

/** Counts the rows of each facet by number, without names. */
const countFacetRows = ({ columns, names }: ProductRows, fails: Uint8Array) => {
  const { brand, categoryOne, categoryTwo, categoryThree, stockState, goneAt } = columns;
  const brands = new Uint32Array(names.brands.values.length);
  const categories = new Uint32Array(names.categories.values.length);
  const stock = new Uint32Array(3);
  const bands = new Uint32Array(bandCount);
  const missing = new Uint32Array(2 ** missingKinds.length);
  let [belowMap, gone] = [0, 0];
  const increment = (counts: Uint32Array, at: number) => {
    counts[at] = (counts[at] ?? 0) + 1;
  };
  for (let row = 0; row < fails.length; row++) {
    const fail = fails[row] ?? 0;
    // A row excluded by two or more filters is not counted; excluded by one, it counts only in that filter's facet.
    if ((fail & (fail - 1)) !== 0) continue;
    if ((fail & ~filterBits.brands) === 0) increment(brands, brand[row] ?? 0);
    if ((fail & ~filterBits.categories) === 0) {
      increment(categories, categoryOne[row] ?? 0);
      increment(categories, categoryTwo[row] ?? 0);
      increment(categories, categoryThree[row] ?? 0);
    }
    if ((fail & ~filterBits.stock) === 0) increment(stock, stockState[row] ?? 0);
    if ((fail & ~filterBits.price) === 0)
      for (let left = columns.bands[row] ?? 0; left !== 0; left &= left - 1)
        increment(bands, 31 - Math.clz32(left & -left));
    if ((fail & ~filterBits.missing) === 0) increment(missing, columns.missing[row] ?? 0);
    if ((fail & ~filterBits.belowMap) === 0 && (columns.belowMap[row] ?? 0) > 0) belowMap++;
    if ((fail & ~filterBits.gone) === 0 && !Number.isNaN(goneAt[row])) gone++;
  }
  return { brands, categories, stock, bands, missing, belowMap, gone };
};

const brandFacet = ({ names }: ProductRows, counts: Uint32Array, chosen: readonly string[]) => {
  const all = names.brands.values
    .map((value, at) => ({ value, count: counts[at] ?? 0 }))
    .filter(({ value, count }) => value !== "" && (count > 0 || chosen.includes(value)))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const brands = all.filter(({ value }, at) => at < facetLimit || chosen.includes(value));
  return { brands, brandTotal: all.length };
};

const categoryFacet = ({ names }: ProductRows, counts: Uint32Array, chosen: readonly string[]) =>
  names.categories.values
    .map(({ key, name, level, within }, at) => {
      return { value: key, name, level, within, count: counts[at] ?? 0 };
    })
    .filter(({ value, count }) => value !== "" && (count > 0 || chosen.includes(value)))
    .toSorted((a, b) => a.level - b.level || b.count - a.count || (a.name < b.name ? -1 : 1));

const priceFacet = (counts: Uint32Array): PriceCount[] => {
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return [];
  const last = counts.findLastIndex((count) => count > 0);
  return [...counts.subarray(first, last + 1)].map((count, at) => {
    return { ...getBandEnds(first + at), count };
  });
};

const missingFacet = (counts: Uint32Array) =>
  missingKinds.map((value, at) => {
    const count = counts.reduce((sum, rows, kinds) => sum + ((kinds >> at) & 1) * rows, 0);
    return { value, count };
  });

/** The values that can be selected next, with the number of products for each. */
export const computeFacets = (
  rows: ProductRows,
  query: ProductQuery,
  fails: Uint8Array,
): ProductFacets => {
  const counts = countFacetRows(rows, fails);
  return {
    ...brandFacet(rows, counts.brands, query.brands),
    categories: categoryFacet(rows, counts.categories, query.categories),
    stock: stockStates.map((value) => {
      return { value, count: counts.stock[stockNumbers[value]] ?? 0 };
    }),
    prices: priceFacet(counts.bands),
    missing: missingFacet(counts.missing),
    belowMap: counts.belowMap,
    gone: counts.gone,
  };
};
