import type { ResellerProductParent } from "#contract/products.ts";
import { type BaseRows, noRows, renumberRows, withPrices, withRows } from "./base-rows.ts";
import { type ReadCategory, type ReadProduct, readProduct } from "./read-product.ts";
import {
  createColumns,
  createInterned,
  type Names,
  renumberColumns,
  resizeColumns,
  type RowColumns,
  writeRow,
} from "./row-columns.ts";

/** A 53-bit hash of texts: two 26-bit sums with different factors. */
const hashTexts = (texts: readonly (string | null)[]): number => {
  let [high, low] = [0x2f6e2b1, 0x1b873593];
  for (const text of texts) {
    const known = text ?? "\u0001";
    for (let at = 0; at < known.length; at++) {
      const code = known.charCodeAt(at);
      high = Math.imul(high ^ code, 0x85ebca6b);
      low = Math.imul(low ^ code, 0xc2b2ae35);
      high ^= high >>> 13;
      low ^= low >>> 15;
    }
    // Separates adjacent texts.
    high = Math.imul(high ^ 0xffff, 0x27d4eb2f);
    low = Math.imul(low ^ 0xfffe, 0x165667b1);
  }
  return (high >>> 6) * 2 ** 26 + (low >>> 6);
};

/** A row that is not yet added to the base; its words are joined into one text each. */
export interface WaitingRow {
  readonly read: ReadProduct;
  readonly title: string;
  readonly details: string;
}

/** All rows: those of the base, then the waiting ones. Only the newest row of a product is live. */
export interface ProductRows {
  base: BaseRows;
  waiting: WaitingRow[];
  columns: RowColumns;
  readonly names: Names;
  rowOf: Map<number, number>;
  dead: number;
  /** Counters of changes to texts and rows, of changes to numbers only, and of renumberings. */
  textVersion: number;
  numberVersion: number;
  numbering: number;
  /** The running addition of waiting rows to the base, in steps. */
  settling: Generator<void, void> | undefined;
}

/** From this number of waiting rows they are added to the base, because each slows searches down. */
const manyWaiting = 1_000;
/** Fewer rows are not added: adding a few costs nearly as much as adding many. */
const fewWaiting = 250;
/** The number of added products per step of that work, so that no addition takes long. */
const putsPerStep = 20;
/** From this number of dead rows, if they are also a quarter of all rows, the rows are renumbered in idle time. */
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

export const countRows = ({ base, waiting }: ProductRows): number => base.rows + waiting.length;

const computePrint = (read: ReadProduct): number =>
  hashTexts([
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

const reserveRow = (rows: ProductRows): number => {
  const row = countRows(rows);
  const capacity = rows.columns.id.length;
  if (row === capacity) rows.columns = resizeColumns(rows.columns, row, capacity * 2);
  return row;
};

const renumber = (rows: ProductRows): void => {
  const total = countRows(rows);
  const numbers = new Int32Array(total).fill(-1);
  let next = 0;
  for (let row = 0; row < total; row++) if (rows.columns.live[row] === 1) numbers[row] = next++;
  rows.base = renumberRows(rows.base, numbers);
  rows.columns = renumberColumns(rows.columns, numbers, next);
  rows.rowOf = new Map();
  for (let row = 0; row < next; row++) rows.rowOf.set(rows.columns.id[row] ?? 0, row);
  rows.dead = 0;
  rows.numbering++;
  rows.textVersion++;
};

function* settleInSteps(rows: ProductRows): Generator<void, void> {
  const added = rows.waiting.length;
  const texts = yield* withRows(
    rows.base,
    rows.waiting.map(({ read }) => read),
  );
  yield;
  // Prices may have changed in place since the first step.
  const reads = rows.waiting.slice(0, added).map(({ read }) => read);
  rows.base = { ...texts, ...withPrices(rows.base, reads) };
  rows.waiting.splice(0, added);
}

/**
 * Executes one step of adding waiting rows, `all` of them or only if there are many; true while there is more to do.
 */
export const settleStep = (rows: ProductRows, all: boolean): boolean => {
  const enough = rows.waiting.length >= (all ? 1 : fewWaiting);
  if (rows.settling === undefined && enough) rows.settling = settleInSteps(rows);
  if (rows.settling) {
    if (rows.settling.next().done) rows.settling = undefined;
    return true;
  }
  if (rows.dead <= fewDead || rows.dead * 4 <= rows.base.rows) return false;
  renumber(rows);
  return false;
};

/** Adds all waiting rows to the base, and removes dead rows if there are many. */
export const settleRows = (rows: ProductRows): void => {
  while (settleStep(rows, true));
};

/** Executes a little of the pending work with each added product. */
const settleGradually = (rows: ProductRows): void => {
  const { waiting } = rows;
  if (waiting.length >= manyWaiting && waiting.length % putsPerStep === 0) settleStep(rows, false);
  // Without idle time the dead rows would outnumber the live ones.
  if (rows.dead > fewDead && rows.dead > rows.rowOf.size) settleRows(rows);
};

const writePrices = (rows: ProductRows, row: number, read: ReadProduct): void => {
  const { base, waiting } = rows;
  const at = row - base.rows;
  if (at < 0) return base.asked.set(read.variantPrices, base.askedStarts[row]);
  const waits = waiting[at];
  if (waits) waiting[at] = { ...waits, read };
};

/** Data about a product in addition to its record. */
export interface PutOptions {
  /** When the record was loaded; default: now. */
  readonly readAt?: number;
  readonly goneAt?: number | null;
}

const write = (rows: ProductRows, row: number, read: ReadProduct, options: PutOptions): number => {
  const print = computePrint(read);
  const same = row >= 0 && rows.columns.print[row] === print;
  const into = same ? row : reserveRow(rows);
  writeRow(rows.columns, into, read, rows.names, print);
  rows.columns.readAt[into] = options.readAt ?? Date.now();
  rows.columns.goneAt[into] = options.goneAt ?? Number.NaN;
  rows.numberVersion++;
  if (same) writePrices(rows, row, read);
  return into;
};

/** Adds a product, or replaces the one with the same id. If only numbers changed, they are updated in place. */
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
  settleGradually(rows);
};

/**
 * Notes that all products that are not gone were loaded at a moment or later. Returns whether any row changed.
 */
export const noteLoaded = (rows: ProductRows, at: number): boolean => {
  const { goneAt, readAt } = rows.columns;
  let changed = false;
  for (const row of rows.rowOf.values()) {
    if (!Number.isNaN(goneAt[row]) || (readAt[row] ?? 0) >= at) continue;
    readAt[row] = at;
    changed = true;
  }
  if (changed) rows.numberVersion++;
  return changed;
};
