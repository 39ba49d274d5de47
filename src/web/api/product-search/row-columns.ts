import { missingKinds } from "./product-query.ts";
import type { ReadProduct } from "./read-product.ts";
import type { Interned } from "./interned.ts";
import type { ReadCategory } from "./read-product.ts";
import { toBandBits } from "./price-bands.ts";

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

/** Copies the first rows to columns of another capacity. */
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

/** Brands and categories by number. */
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
