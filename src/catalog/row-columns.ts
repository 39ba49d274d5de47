import { missingKinds } from "#contract/catalog.ts";
import type { ReadCategory, ReadProduct } from "./read-product.ts";

/** The starts of the stock bands: out of stock, 1, 5, 10, 20, 50 ... 100,000. */
const unitEdges = [
  Number.NEGATIVE_INFINITY,
  1,
  5,
  ...[10, 100, 1_000, 10_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  100_000,
];

/** The number of products with `from` to `to` total units. A filter with these values matches the same number. */
export interface UnitCount {
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
}

/** Counts products by their units, from the first band with products to the last. */
export const createUnitBands = () => {
  const counts = unitEdges.map(() => 0);
  return {
    add: (units: number): void => {
      const band = unitEdges.findLastIndex((edge) => units >= edge);
      if (band >= 0) counts[band] = (counts[band] ?? 0) + 1;
    },
    bands: (): UnitCount[] =>
      counts
        .map((count, band) => {
          const [edge, next] = [unitEdges[band] ?? 0, unitEdges[band + 1]];
          return {
            from: Number.isFinite(edge) ? edge : null,
            to: next === undefined ? null : next - 1,
            count,
          };
        })
        .slice(
          Math.max(
            0,
            counts.findIndex((count) => count > 0),
          ),
          counts.findLastIndex((count) => count > 0) + 1,
        ),
  };
};

/** The starts of the price bands, in cents; as amounts: 0, 1, 2, 5, 10, 20, 50 ... 100,000. */
const edges = [
  0,
  ...[1, 10, 100, 1_000, 10_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]),
  100_000,
].map((amount) => amount * 100);

export const bandCount = edges.length;

/** The first and the last amount of a band, both inclusive; the last band has no end. */
export const getBandEnds = (band: number): { from: number; to: number | null } => {
  const next = edges[band + 1];
  return { from: (edges[band] ?? 0) / 100, to: next === undefined ? null : (next - 1) / 100 };
};

/** Sets a bit for each band that contains one of the amounts in cents. Negative amounts are in no band. */
const toBandBits = (amounts: readonly number[]): number => {
  let bits = 0;
  for (const amount of amounts) {
    for (let band = bandCount - 1; band >= 0; band--) {
      if (amount < (edges[band] ?? 0) || Number.isNaN(amount)) continue;
      bits |= 1 << band;
      break;
    }
  }
  return bits >>> 0;
};

/** Distinct values in order of first use; rows store their numbers. 0 means no value. */
interface Interned<Value> {
  readonly values: readonly Value[];
  number(value: Value): number;
}

/** Values with the same `keyOf` share a number; the latest of them is kept. */
export const createInterned = <Value>(
  keyOf: (value: Value) => string,
  none: Value,
  known: readonly Value[] = [],
): Interned<Value> => {
  const values = known.length > 0 ? [...known] : [none];
  const numbers = new Map(values.map((value, at) => [keyOf(value), at]));
  return {
    values,
    number: (value) => {
      const key = keyOf(value);
      const at = numbers.get(key) ?? values.length;
      numbers.set(key, at);
      values[at] = value;
      return at;
    },
  };
};

/* The data for filters, sorting and counts: one number per row, in one typed array per column. */

/** NaN if there is no value. */
const amountColumns = [
  "id",
  "priceLow",
  "priceHigh",
  "saleLow",
  "saleHigh",
  "mapLow",
  "mapHigh",
  "stock",
  "updatedAt",
  "insertedAt",
  "readAt",
  "goneAt",
  "print",
] as const;

const countColumns = [
  "brand",
  "categoryOne",
  "categoryTwo",
  "categoryThree",
  "belowMap",
  "variants",
  "bands",
] as const;

const flagColumns = ["live", "missing", "stockState"] as const;

type Typed<Names extends readonly string[], Values> = Record<Names[number], Values>;
export type RowColumns = Typed<typeof amountColumns, Float64Array> &
  Typed<typeof countColumns, Uint32Array> &
  Typed<typeof flagColumns, Uint8Array>;
type ColumnName = keyof RowColumns;

const columnTypes = { amount: Float64Array, count: Uint32Array, flag: Uint8Array };

const buildColumns = (
  make: (name: ColumnName, type: keyof typeof columnTypes) => RowColumns[ColumnName],
): RowColumns =>
  Object.fromEntries([
    ...amountColumns.map((name) => [name, make(name, "amount")]),
    ...countColumns.map((name) => [name, make(name, "count")]),
    ...flagColumns.map((name) => [name, make(name, "flag")]),
  ]) as RowColumns;

export const createColumns = (capacity: number): RowColumns =>
  buildColumns((_, type) => new columnTypes[type](capacity));

export const resizeColumns = (old: RowColumns, rows: number, capacity: number): RowColumns =>
  buildColumns((name, type) => {
    const resized = new columnTypes[type](capacity);
    resized.set(old[name].subarray(0, rows));
    return resized;
  });

/** Renumbers the rows of the columns; rows with a negative number are removed. */
export const renumberColumns = (old: RowColumns, numbers: Int32Array, rows: number): RowColumns =>
  buildColumns((name, type) => {
    const column = old[name];
    const kept = new columnTypes[type](rows);
    numbers.forEach((number, row) => {
      if (number >= 0) kept[number] = column[row] ?? 0;
    });
    return kept;
  });

export const categoryColumns = ["categoryOne", "categoryTwo", "categoryThree"] as const;
export const stockNumbers = { unknown: 0, out: 1, in: 2 } as const;

export interface Names {
  readonly brands: Interned<string>;
  readonly categories: Interned<ReadCategory>;
}

const none = Number.NaN;

/** Writes a product's numbers to a row. `live` is unchanged. */
export const writeRow = (
  columns: RowColumns,
  row: number,
  read: ReadProduct,
  names: Names,
  print: number,
): void => {
  columns.id[row] = read.id;
  columns.priceLow[row] = read.price?.[0] ?? none;
  columns.priceHigh[row] = read.price?.[1] ?? none;
  columns.saleLow[row] = read.sale?.[0] ?? none;
  columns.saleHigh[row] = read.sale?.[1] ?? none;
  columns.mapLow[row] = read.map?.[0] ?? none;
  columns.mapHigh[row] = read.map?.[1] ?? none;
  columns.stock[row] = read.stock ?? none;
  columns.updatedAt[row] = read.updatedAt;
  columns.insertedAt[row] = read.insertedAt;
  columns.print[row] = print;
  columns.brand[row] = read.brand === null ? 0 : names.brands.number(read.brand);
  categoryColumns.forEach((column, at) => {
    const category = read.categories[at];
    columns[column][row] = category === undefined ? 0 : names.categories.number(category);
  });
  columns.belowMap[row] = read.belowMap;
  columns.variants[row] = read.variantPrices.length;
  columns.bands[row] = toBandBits(read.variantPrices);
  columns.missing[row] = missingKinds.reduce(
    (bits, kind, at) => (read.missing.includes(kind) ? bits | (1 << at) : bits),
    0,
  );
  const state = read.stock === null ? "unknown" : read.stocked ? "in" : "out";
  columns.stockState[row] = stockNumbers[state];
};
