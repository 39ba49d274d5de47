import { foldWords } from "#web/base/fold-words.ts";
import type { ProductSortKey } from "./product-query.ts";
import { type ProductRows, countRows } from "./product-rows.ts";
import { sortRows } from "./sort-rows.ts";
import { getText } from "./text-pages.ts";

/* The rows in the order of each column. Orders are cached, so that a search only selects its rows. */

type TextOrder = "title" | "sku";
type Direction = "asc" | "desc";
type Key = (rows: ProductRows, row: number) => string;

const getWaiting = ({ base, waiting }: ProductRows, row: number) =>
  row < base.rows ? undefined : waiting[row - base.rows]?.read;

const firstLine = (codes: string): string => codes.slice(1, codes.indexOf("\n", 1));

export const getTitle = (rows: ProductRows, row: number): string =>
  getWaiting(rows, row)?.title ?? getText(rows.base.titles, row);

export const getCodes = (rows: ProductRows, row: number): string =>
  getWaiting(rows, row)?.codes ?? getText(rows.base.codes, row);

/** Sorts rows without text last. */
const last = "\uFFFF";

const sku: Key = (rows, row) => foldWords(firstLine(getCodes(rows, row))) || last;
const textKeys: Readonly<Record<TextOrder, Key>> = {
  title: (rows, row) => foldWords(getTitle(rows, row)) || sku(rows, row),
  sku,
};

/** A text order of all rows, and the numbering that it is valid for. */
interface KnownOrder {
  readonly order: Uint32Array;
  readonly numbering: number;
}

const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Placed {
  readonly row: number;
  readonly key: string;
  readonly id: number;
}

const placeRow = (rows: ProductRows, row: number, keyOf: Key): Placed => {
  return { row, key: keyOf(rows, row), id: rows.columns.id[row] ?? 0 };
};

/** Compares by text, then by id; of one product the older row is first. */
const compare = (a: Placed, b: Placed): number =>
  compareKeys(a.key, b.key) || a.id - b.id || a.row - b.row;

/** The position of a newer row in an order, at `from` or later. */
const findPlace = (
  rows: ProductRows,
  order: Uint32Array,
  keyOf: Key,
  one: Placed,
  from: number,
): number => {
  let [low, high] = [from, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(placeRow(rows, order[middle] ?? 0, keyOf), one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Adds the missing rows to an order. */
const extendOrder = (rows: ProductRows, known: Uint32Array, keyOf: Key): Uint32Array => {
  const total = countRows(rows);
  const added = Array.from({ length: total - known.length }, (_, at) =>
    placeRow(rows, known.length + at, keyOf),
  ).toSorted(compare);
  const order = new Uint32Array(total);
  let [from, to] = [0, 0];
  for (const one of added) {
    const place = findPlace(rows, known, keyOf, one, from);
    order.set(known.subarray(from, place), to);
    to += place - from;
    from = place;
    order[to++] = one.row;
  }
  order.set(known.subarray(from), to);
  return order;
};

/** The alphabetical ranks of names, by number; equal names share a rank, and the missing name is last. */
const rankNames = (values: readonly string[]): Float64Array => {
  const ranks = new Float64Array(values.length).fill(Number.NaN);
  const sorted = values
    .map((value, at) => ({ key: foldWords(value), at }))
    .slice(1)
    .toSorted((a, b) => compareKeys(a.key, b.key));
  let rank = 0;
  sorted.forEach(({ key, at }, place) => {
    if (key !== sorted[place - 1]?.key) rank = place;
    ranks[at] = rank;
  });
  return ranks;
};

type NumberOrder = Exclude<ProductSortKey, "relevance" | TextOrder>;
/** The sort values of the rows, lowest first; NaN is last in both directions. */
type NumberKey = (rows: ProductRows, direction: Direction) => ArrayLike<number>;

const rankKey = (numbers: Uint32Array, values: readonly string[]): Float64Array => {
  const ranks = rankNames(values);
  const keys = new Float64Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) keys[row] = ranks[numbers[row] ?? 0] ?? Number.NaN;
  return keys;
};

const numberKeys: Readonly<Record<NumberOrder, NumberKey>> = {
  id: ({ columns }) => columns.id,
  brand: ({ columns, names }) => rankKey(columns.brand, names.brands.values),
  category: ({ columns, names }) =>
    rankKey(
      columns.categoryOne,
      names.categories.values.map(({ name }) => name),
    ),
  price: ({ columns }, direction) => (direction === "asc" ? columns.priceLow : columns.priceHigh),
  sale: ({ columns }, direction) => (direction === "asc" ? columns.saleLow : columns.saleHigh),
  map: ({ columns }, direction) => (direction === "asc" ? columns.mapLow : columns.mapHigh),
  belowMap: ({ columns }) => columns.belowMap,
  stock: ({ columns }) => columns.stock,
  variants: ({ columns }) => columns.variants,
  updated_at: ({ columns }) => columns.updatedAt,
  inserted_at: ({ columns }) => columns.insertedAt,
  readAt: ({ columns }) => columns.readAt,
};

const findEnd = (keys: Key, rows: ProductRows, order: Uint32Array): number => {
  let from = order.length;
  while (from > 0 && keys(rows, order[from - 1] ?? 0) === last) from--;
  return from;
};

const reverseOrder = (rows: ProductRows, order: Uint32Array, keyOf: Key): Uint32Array => {
  const end = findEnd(keyOf, rows, order);
  const turned = order.slice();
  turned.subarray(0, end).reverse();
  return turned;
};

export interface RowOrders {
  /** All rows, live or dead, in an order. Relevance returns titles; the caller applies the relevance. */
  order(by: ProductSortKey, direction: Direction): Uint32Array;
  /** The orders that are slow to compute. */
  texts(): Record<TextOrder, Uint32Array>;
}

export const createOrders = (
  rows: ProductRows,
  loaded?: Readonly<Record<TextOrder, Uint32Array>>,
): RowOrders => {
  const texts = new Map<TextOrder, KnownOrder>();
  for (const by of ["title", "sku"] as const) {
    const order = loaded?.[by];
    if (order) texts.set(by, { order, numbering: rows.numbering });
  }
  let made = new Map<string, Uint32Array>();
  let versions = "";
  const textOrder = (by: TextOrder): Uint32Array => {
    const known = texts.get(by);
    const usable = known?.numbering === rows.numbering ? known.order : new Uint32Array(0);
    if (known && usable.length === countRows(rows)) return usable;
    const order = extendOrder(rows, usable, textKeys[by]);
    texts.set(by, { order, numbering: rows.numbering });
    return order;
  };
  const make = (by: ProductSortKey, direction: Direction): Uint32Array => {
    if (by === "title" || by === "sku") return reverseOrder(rows, textOrder(by), textKeys[by]);
    const titles = textOrder("title");
    return by === "relevance"
      ? titles
      : sortRows(numberKeys[by](rows, direction), titles, direction);
  };
  return {
    order: (by, direction) => {
      if (by === "relevance") return textOrder("title");
      if (direction === "asc" && (by === "title" || by === "sku")) return textOrder(by);
      const now = `${rows.textVersion} ${rows.numberVersion}`;
      if (now !== versions) [made, versions] = [new Map(), now];
      const name = `${by} ${direction}`;
      const order = made.get(name) ?? make(by, direction);
      made.set(name, order);
      return order;
    },
    texts: () => ({ title: textOrder("title"), sku: textOrder("sku") }),
  };
};
