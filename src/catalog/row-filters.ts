import { bandCount, getBandEnds } from "./row-columns.ts";
import {
  facetLimit,
  missingKinds,
  type PriceCount,
  type ProductFacets,
  type ProductQuery,
  stockStates,
} from "#contract/catalog.ts";
import { countRows, type ProductRows } from "./product-rows.ts";
import { stockNumbers } from "./row-columns.ts";

/**
 * One bit per facet filter, so that a facet can be counted without its own filter, and one bit for filters without a
 * facet.
 */
const filterBits = {
  brands: 1,
  categories: 2,
  stock: 4,
  price: 8,
  missing: 16,
  belowMap: 32,
  gone: 64,
  others: 128,
} as const;

/** The bits of a row that no facet counts: it is dead, or does not match the text. */
const excluded = 255;

/** Sets the bit of the filter for rows that it excludes. */
type Filter = (rows: ProductRows, query: ProductQuery, fails: Uint8Array, bit: number) => void;

const failWhere = (fails: Uint8Array, bit: number, fail: (row: number) => boolean): void => {
  for (let row = 0; row < fails.length; row++) if (fail(row)) fails[row] = (fails[row] ?? 0) | bit;
};

const flagSelected = (values: readonly string[], chosen: readonly string[]): Uint8Array => {
  const wanted = new Set(chosen);
  return Uint8Array.from(values, (value, at) => (at > 0 && wanted.has(value) ? 1 : 0));
};

const brands: Filter = ({ columns, names }, query, fails, bit) => {
  if (query.brands.length === 0) return;
  const chosen = flagSelected(names.brands.values, query.brands);
  const { brand } = columns;
  failWhere(fails, bit, (row) => chosen[brand[row] ?? 0] === 0);
};

const categories: Filter = ({ columns, names }, query, fails, bit) => {
  if (query.categories.length === 0) return;
  const keys = names.categories.values.map(({ key }) => key);
  const chosen = flagSelected(keys, query.categories);
  const { categoryOne, categoryTwo, categoryThree } = columns;
  const isIn = (column: Uint32Array, row: number) => chosen[column[row] ?? 0] === 1;
  failWhere(
    fails,
    bit,
    (row) => !(isIn(categoryOne, row) || isIn(categoryTwo, row) || isIn(categoryThree, row)),
  );
};

const stock: Filter = ({ columns: { stockState } }, query, fails, bit) => {
  if (query.stock.length === 0) return;
  const wanted = query.stock.reduce((bits, state) => bits | (1 << stockNumbers[state]), 0);
  failWhere(fails, bit, (row) => ((wanted >> (stockState[row] ?? 0)) & 1) === 0);
};

const price: Filter = ({ base, waiting }, { price: { from, to } }, fails, bit) => {
  if (from === null && to === null) return;
  const low = from === null ? -Infinity : Math.round(from * 100);
  const high = to === null ? Infinity : Math.round(to * 100);
  const within = (cents: number) => cents >= low && cents <= high;
  const { asked, askedStarts } = base;
  for (let row = 0; row < base.rows; row++) {
    const end = askedStarts[row + 1] ?? 0;
    let at = askedStarts[row] ?? 0;
    while (at < end && !within(asked[at] ?? 0)) at++;
    if (at === end) fails[row] = (fails[row] ?? 0) | bit;
  }
  waiting.forEach(({ read }, at) => {
    const row = base.rows + at;
    if (!read.variantPrices.some(within)) fails[row] = (fails[row] ?? 0) | bit;
  });
};

const missing: Filter = ({ columns }, query, fails, bit) => {
  if (query.missing.length === 0) return;
  const wanted = query.missing.reduce((bits, kind) => bits | (1 << missingKinds.indexOf(kind)), 0);
  failWhere(fails, bit, (row) => ((columns.missing[row] ?? 0) & wanted) === 0);
};

const belowMap: Filter = ({ columns }, query, fails, bit) => {
  if (query.belowMap) failWhere(fails, bit, (row) => columns.belowMap[row] === 0);
};

const gone: Filter = ({ columns: { goneAt } }, query, fails, bit) => {
  if (query.gone === "any") return;
  const wanted = query.gone === "only";
  failWhere(fails, bit, (row) => !Number.isNaN(goneAt[row]) !== wanted);
};

const changed: Filter = ({ columns: { updatedAt } }, query, fails, bit) => {
  const since = Date.parse(query.changedSince ?? "");
  const before = Date.parse(query.changedBefore ?? "");
  if (!Number.isNaN(since)) failWhere(fails, bit, (row) => !((updatedAt[row] ?? 0) >= since));
  if (!Number.isNaN(before)) failWhere(fails, bit, (row) => !((updatedAt[row] ?? 0) < before));
};

const units: Filter = ({ columns: { stock } }, { units: { from, to } }, fails, bit) => {
  if (from === null && to === null) return;
  const [low, high] = [from ?? -Infinity, to ?? Infinity];
  failWhere(fails, bit, (row) => {
    const amount = stock[row] ?? Number.NaN;
    return !(amount >= low && amount <= high);
  });
};

const others: Filter = (...all) => {
  changed(...all);
  units(...all);
};

const filters: Readonly<Record<keyof typeof filterBits, Filter>> = {
  brands,
  categories,
  stock,
  price,
  missing,
  belowMap,
  gone,
  others,
};

/** For each row the bits of the filters that exclude it; 0 for a match. */
export const computeFails = (
  rows: ProductRows,
  query: ProductQuery,
  scores: Uint8Array | undefined,
): Uint8Array => {
  const fails = new Uint8Array(countRows(rows));
  for (const name of Object.keys(filters) as (keyof typeof filters)[])
    filters[name](rows, query, fails, filterBits[name]);
  const { live } = rows.columns;
  for (let row = 0; row < fails.length; row++)
    if (live[row] === 0 || (scores !== undefined && scores[row] === 0)) fails[row] = excluded;
  return fails;
};

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
