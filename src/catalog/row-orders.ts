import { foldWords } from "./fold-words.ts";
import { getText } from "./text-store.ts";
import type { ProductSortKey } from "#contract/catalog.ts";
import { countRows, type ProductRows } from "./product-rows.ts";

/** The size of a digit in bits; a 64-bit number has four digits. */
const digitBits = 16;
const digits = 4;
const digitCount = 2 ** digitBits;

/**
 * Transforms the bits of numbers so that they sort as unsigned integers: all bits of negative numbers are inverted, and
 * the sign of others. For descending order all bits are inverted again.
 */
const transformBits = (words: Uint32Array, backwards: boolean): void => {
  const back = backwards ? -1 : 0;
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] ?? 0;
    const negative = high >>> 31 === 1;
    words[at] = (words[at] ?? 0) ^ (negative ? -1 : 0) ^ back;
    words[at + 1] = high ^ (negative ? -1 : 0x80000000) ^ back;
  }
};

/** Sorts rows by one digit of their keys, stably; false if all rows have the same digit. */
const sortByDigit = (
  keys: Uint16Array,
  digit: number,
  order: Uint32Array,
  into: Uint32Array,
): boolean => {
  const places = new Uint32Array(digitCount + 1);
  for (const at of order) {
    const place = (keys[at * digits + digit] ?? 0) + 1;
    places[place] = (places[place] ?? 0) + 1;
  }
  if (places.includes(order.length)) return false;
  for (let place = 1; place <= digitCount; place++)
    places[place] = (places[place] ?? 0) + (places[place - 1] ?? 0);
  for (const at of order) {
    const place = keys[at * digits + digit] ?? 0;
    const to = places[place] ?? 0;
    into[to] = at;
    places[place] = to + 1;
  }
  return true;
};

/** Sorts rows by their numbers (a stable radix sort). Rows without a number (NaN) are last in both directions. */
const sortRows = (
  numbers: ArrayLike<number>,
  rows: Uint32Array,
  direction: "asc" | "desc",
): Uint32Array => {
  const known = new Uint32Array(rows.length);
  const unknown = new Uint32Array(rows.length);
  let [knownCount, unknownCount] = [0, 0];
  for (const row of rows) {
    if (Number.isNaN(numbers[row])) unknown[unknownCount++] = row;
    else known[knownCount++] = row;
  }
  // 0 and -0 are equal but have different bits.
  const keys = new Float64Array(knownCount);
  for (let at = 0; at < knownCount; at++) keys[at] = (numbers[known[at] ?? 0] ?? 0) + 0;
  transformBits(new Uint32Array(keys.buffer), direction === "desc");
  const halves = new Uint16Array(keys.buffer);
  let order = new Uint32Array(knownCount);
  for (let at = 0; at < knownCount; at++) order[at] = at;
  let into = new Uint32Array(knownCount);
  for (let digit = 0; digit < digits; digit++)
    if (sortByDigit(halves, digit, order, into)) [order, into] = [into, order];
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < knownCount; at++) sorted[at] = known[order[at] ?? 0] ?? 0;
  sorted.set(unknown.subarray(0, unknownCount), knownCount);
  return sorted;
};

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
