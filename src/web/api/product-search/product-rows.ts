import type { ResellerProductParent } from "#contract/products.ts";
import { type BaseRows, noRows, renumberedRows, withAsked, withRows } from "./base-rows.ts";
import { createInterned } from "./interned.ts";
import { type ReadCategory, type ReadProduct, readProduct } from "./read-product.ts";
import {
  createColumns,
  type Names,
  renumberedColumns,
  resizedColumns,
  type RowColumns,
  writeRow,
} from "./row-columns.ts";
import { textPrint } from "./text-print.ts";

/** A row that waits to be added to the base; its words are one text each. */
export interface WaitingRow {
  readonly read: ReadProduct;
  readonly title: string;
  readonly details: string;
}

/** Every row: those of the base, then those that wait. Only the newest row of a product is live. */
export interface ProductRows {
  base: BaseRows;
  waiting: WaitingRow[];
  columns: RowColumns;
  readonly names: Names;
  /** The live row of each product. */
  rowOf: Map<number, number>;
  dead: number;
  /** Counts changes of texts and of rows; of numbers alone; and how often rows got new numbers. */
  textVersion: number;
  numberVersion: number;
  numbering: number;
  /** Adds the waiting rows to the base, step by step. */
  settling: Generator<void, void> | undefined;
}

/** From so many waiting rows on they are added to the base, since each slows every search down a little. */
const manyWaiting = 1_000;
/** So few are not worth it: adding some costs nearly as much as adding many. */
const fewWaiting = 250;
/** A step of that is done with every so many products, so that none of them takes long. */
const putsPerStep = 20;
/** From so many dead rows on, when they are also a quarter of all, rows are numbered anew when nobody waits. */
const fewDead = 2_000;

const noCategory: ReadCategory = { key: "", name: "", level: 1, within: null };

export const createNames = (
  brands: readonly string[] = [],
  categories: readonly ReadCategory[] = [],
): Names => ({
  brands: createInterned((brand) => brand, "", brands),
  categories: createInterned(({ key }) => key, noCategory, categories),
});

export const createRows = (): ProductRows => ({
  base: noRows,
  waiting: [],
  columns: createColumns(1_024),
  names: createNames(),
  rowOf: new Map(),
  dead: 0,
  textVersion: 0,
  numberVersion: 0,
  numbering: 0,
  settling: undefined,
});

/** How many rows there are, live or not. */
export const rowTotal = ({ base, waiting }: ProductRows): number => base.rows + waiting.length;

const printOf = (read: ReadProduct): number =>
  textPrint([
    read.title,
    read.brand,
    read.image,
    read.codes,
    ...read.titleWords,
    null,
    ...read.detailWords,
    null,
    ...read.categories.flatMap(({ key, name, within }) => [key, name, within]),
  ]);

const nextRow = (rows: ProductRows): number => {
  const row = rowTotal(rows);
  const capacity = rows.columns.id.length;
  if (row === capacity) rows.columns = resizedColumns(rows.columns, row, capacity * 2);
  return row;
};

const numberAnew = (rows: ProductRows): void => {
  const total = rowTotal(rows);
  const numbers = new Int32Array(total).fill(-1);
  let next = 0;
  for (let row = 0; row < total; row++) if (rows.columns.live[row] === 1) numbers[row] = next++;
  rows.base = renumberedRows(rows.base, numbers);
  rows.columns = renumberedColumns(rows.columns, numbers, next);
  rows.rowOf = new Map();
  for (let row = 0; row < next; row++) rows.rowOf.set(rows.columns.id[row] ?? 0, row);
  rows.dead = 0;
  rows.numbering++;
  rows.textVersion++;
};

function* settling(rows: ProductRows): Generator<void, void> {
  const added = rows.waiting.length;
  const texts = yield* withRows(
    rows.base,
    rows.waiting.map(({ read }) => read),
  );
  yield;
  // Prices may have been written in place since the first step.
  const reads = rows.waiting.slice(0, added).map(({ read }) => read);
  rows.base = { ...texts, ...withAsked(rows.base, reads) };
  rows.waiting.splice(0, added);
}

/** Does a step of adding what waits, `all` or only when it is much; true while there is more to do. */
export const settleStep = (rows: ProductRows, all: boolean): boolean => {
  const enough = rows.waiting.length >= (all ? 1 : fewWaiting);
  if (rows.settling === undefined && enough) rows.settling = settling(rows);
  if (rows.settling) {
    if (rows.settling.next().done) rows.settling = undefined;
    return true;
  }
  if (rows.dead <= fewDead || rows.dead * 4 <= rows.base.rows) return false;
  numberAnew(rows);
  return false;
};

/** Adds all that waits to the base, and leaves dead rows behind when they are many. */
export const settleRows = (rows: ProductRows): void => {
  while (settleStep(rows, true));
};

/** Keeps up with products as they come, a little with each. */
const settleAlong = (rows: ProductRows): void => {
  const { waiting } = rows;
  if (waiting.length >= manyWaiting && waiting.length % putsPerStep === 0) settleStep(rows, false);
  // Whoever never lets it rest would hold more dead rows than live ones.
  if (rows.dead > fewDead && rows.dead > rows.rowOf.size) settleRows(rows);
};

const writeAsked = (rows: ProductRows, row: number, read: ReadProduct): void => {
  const { base, waiting } = rows;
  const at = row - base.rows;
  if (at < 0) return base.asked.set(read.asked, base.askedStarts[row]);
  const waits = waiting[at];
  if (waits) waiting[at] = { ...waits, read };
};

/** What is known of a product beside its record. */
export interface PutOptions {
  /** When the record was read; now, when not given. */
  readonly readAt?: number;
  /** When the channel was seen not to have it any more. */
  readonly goneAt?: number | null;
}

const write = (rows: ProductRows, row: number, read: ReadProduct, options: PutOptions): number => {
  const print = printOf(read);
  const same = row >= 0 && rows.columns.print[row] === print;
  const into = same ? row : nextRow(rows);
  writeRow(rows.columns, into, read, rows.names, print);
  rows.columns.readAt[into] = options.readAt ?? Date.now();
  rows.columns.goneAt[into] = options.goneAt ?? Number.NaN;
  rows.numberVersion++;
  if (same) writeAsked(rows, row, read);
  return into;
};

/** Keeps a product, or replaces the one of the same id. Only numbers that changed are written in place. */
export const putRow = (
  rows: ProductRows,
  product: ResellerProductParent,
  options: PutOptions = {},
): void => {
  const read = readProduct(product);
  if (read === undefined) return;
  const old = rows.rowOf.get(read.id) ?? -1;
  const row = write(rows, old, read, options);
  if (row === old) return;
  if (old >= 0) {
    rows.columns.live[old] = 0;
    rows.dead++;
  }
  rows.columns.live[row] = 1;
  rows.rowOf.set(read.id, row);
  rows.waiting.push({
    read,
    title: read.titleWords.join(" "),
    details: read.detailWords.join(" "),
  });
  rows.textVersion++;
  settleAlong(rows);
};

/** Forgets a product. */
export const removeRow = (rows: ProductRows, id: number): boolean => {
  const row = rows.rowOf.get(id);
  if (row === undefined) return false;
  rows.columns.live[row] = 0;
  rows.rowOf.delete(id);
  rows.dead++;
  rows.textVersion++;
  rows.numberVersion++;
  return true;
};

/** Marks a product as gone from the channel, or as there again. */
export const markRow = (rows: ProductRows, id: number, goneAt: number | null): boolean => {
  const row = rows.rowOf.get(id);
  if (row === undefined) return false;
  rows.columns.goneAt[row] = goneAt ?? Number.NaN;
  rows.numberVersion++;
  return true;
};
