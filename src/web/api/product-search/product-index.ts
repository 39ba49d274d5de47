import type { ResellerProductParent } from "#contract/products.ts";
import { codeDigits, toSearchWords } from "#web/base/code-digits.ts";
import type { ProductFacets, ProductMatches, ProductQuery, ProductRow } from "./product-query.ts";
import {
  createRows,
  markRow,
  noteLoaded,
  type ProductRows,
  type PutOptions,
  putRow,
  removeRow,
  settleStep,
} from "./product-rows.ts";
import { loadRows, type ProductSnapshot, saveRows } from "./product-snapshot.ts";
import { computeFacets } from "./row-facets.ts";
import { computeFails } from "./row-filters.ts";
import { createOrders, type RowOrders } from "./row-orders.ts";
import { showRow } from "./show-row.ts";
import { createTextSearch } from "./text-matches.ts";

/** An in-memory index of a channel's catalog for text search, filters, counts and sorting. */
export interface ProductIndex {
  /** The number of products, including gone ones. */
  readonly size: number;
  has(id: number): boolean;
  /** Adds or replaces a product. A product without an id is ignored. */
  put(product: ResellerProductParent, options?: PutOptions): void;
  /** Removes a product; false if it is unknown. */
  remove(id: number): boolean;
  /** Marks a product as gone from the channel, or with null as available again. False if it is unknown. */
  markGone(id: number, goneAt: number | null): boolean;
  /** Notes that all products that are not gone were loaded at a moment or later; false if that changes no row. */
  noteLoaded(at: number): boolean;
  search(query: ProductQuery): ProductMatches;
  /** Counts the products of each facet; apart from `search`, so that rows do not wait for counts. */
  facets(query: ProductQuery): ProductFacets;
  /**
   * The table rows of the given products, without unknown ones. The query's text and its corrected words determine the
   * reported matches.
   */
  rows(
    ids: ArrayLike<number>,
    text?: string,
    corrected?: ProductMatches["corrected"],
  ): ProductRow[];
  /**
   * Executes a short step of work that makes later searches faster; true while there is more. For idle time. A few new
   * products are deferred unless `all` is set, as before saving.
   */
  settle(all?: boolean): boolean;
  /**
   * A snapshot of the index; slow unless it is settled. It shares parts with the index, so it must be stored before the
   * next `put`.
   */
  save(): ProductSnapshot;
}

/** Up to this share of all rows, sorting the matches is faster than looking up each row of the order. */
const fewShare = 1 / 50;
/** The bits of a sort key with the place in the order, for up to 16 million rows; those above have the points. */
const placeMask = 0xff_ffff;

/** The place of each row in an order that was used for few matches. */
const knownPlaces = new WeakMap<Uint32Array, Uint32Array>();

const findPlaces = (order: Uint32Array): Uint32Array => {
  const known = knownPlaces.get(order);
  if (known) return known;
  const places = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
  knownPlaces.set(order, places);
  return places;
};

const sortFewByPoints = (order: Uint32Array, scores: Uint8Array, few: Uint32Array): Uint32Array => {
  const places = findPlaces(order);
  return few
    .map((row) => (255 - (scores[row] ?? 0)) * (placeMask + 1) + (places[row] ?? 0))
    .sort()
    .map((key) => order[key & placeMask] ?? 0);
};

const sortManyByPoints = (
  order: Uint32Array,
  scores: Uint8Array,
  fails: Uint8Array,
): Uint32Array => {
  const places = new Uint32Array(257);
  for (let row = 0; row < fails.length; row++) {
    if (fails[row] !== 0) continue;
    const place = 256 - (scores[row] ?? 0);
    places[place] = (places[place] ?? 0) + 1;
  }
  for (let place = 1; place < places.length; place++)
    places[place] = (places[place] ?? 0) + (places[place - 1] ?? 0);
  const sorted = new Uint32Array(places[256] ?? 0);
  for (const row of order) {
    if (fails[row] !== 0) continue;
    const place = 255 - (scores[row] ?? 0);
    const at = places[place] ?? 0;
    sorted[at] = row;
    places[place] = at + 1;
  }
  return sorted;
};

/** Sorts matching rows by points, best first; rows with equal points keep their order. */
const sortByPoints = (order: Uint32Array, scores: Uint8Array, fails: Uint8Array): Uint32Array => {
  const few = new Uint32Array(Math.floor(fails.length * fewShare));
  let total = 0;
  for (let row = 0; row < fails.length; row++) {
    if (fails[row] !== 0) continue;
    if (total === few.length) return sortManyByPoints(order, scores, fails);
    few[total++] = row;
  }
  return sortFewByPoints(order, scores, few.subarray(0, total));
};

const filterMatches = (order: Uint32Array, fails: Uint8Array): Uint32Array => {
  const found = new Uint32Array(order.length);
  let total = 0;
  for (const row of order) if (fails[row] === 0) found[total++] = row;
  return found.subarray(0, total);
};

const toIds = (id: Float64Array, found: Uint32Array): Float64Array => {
  const ids = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) ids[at] = id[found[at] ?? 0] ?? 0;
  return ids;
};

const createIndexOver = (rows: ProductRows, orders: RowOrders): ProductIndex => {
  const textSearch = createTextSearch(rows);
  const match = (query: ProductQuery) => {
    const { scores, corrected } = textSearch.match(query.text, query.exact);
    return { scores, corrected, fails: computeFails(rows, query, scores) };
  };
  const search = (query: ProductQuery): ProductMatches => {
    const started = performance.now();
    const { scores, corrected, fails } = match(query);
    const { by, direction } = query.sort;
    const order = orders.order(by, direction);
    const found =
      by === "relevance" && scores !== undefined
        ? sortByPoints(order, scores, fails)
        : filterMatches(order, fails);
    const ids = toIds(rows.columns.id, found);
    return {
      total: ids.length,
      ids,
      ...(corrected.length > 0 && { corrected }),
      tookMs: performance.now() - started,
    };
  };
  return {
    get size() {
      return rows.rowOf.size;
    },
    has: (id) => rows.rowOf.has(id),
    put: (product, options) => putRow(rows, product, options),
    remove: (id) => removeRow(rows, id),
    markGone: (id, goneAt) => markRow(rows, id, goneAt),
    noteLoaded: (at) => noteLoaded(rows, at),
    search,
    facets: (query) => computeFacets(rows, query, match(query).fails),
    rows: (ids, text = "", corrected = []) => {
      const words = toSearchWords(text).map((typed) => [
        typed,
        codeDigits(typed) ?? typed,
        ...(corrected.find((one) => one.typed === typed)?.used ?? []),
      ]);
      return Array.from(ids).flatMap((id) => {
        const row = rows.rowOf.get(id);
        return row === undefined ? [] : showRow(rows, row, words);
      });
    },
    settle: (all = false) => {
      if (settleStep(rows, all)) return true;
      orders.texts();
      return false;
    },
    save: () => saveRows(rows, orders),
  };
};

/** Creates an empty index. */
export const createProductIndex = (): ProductIndex => {
  const rows = createRows();
  return createIndexOver(rows, createOrders(rows));
};

/** Loads a saved index; undefined if the snapshot has another version and must be rebuilt. */
export const loadProductIndex = (snapshot: ProductSnapshot): ProductIndex | undefined => {
  const loaded = loadRows(snapshot);
  return loaded && createIndexOver(loaded.rows, loaded.orders);
};
