import type { ResellerProductParent } from "#contract/products.ts";
import { wordsOf } from "./fold-words.ts";
import type { ProductMatches, ProductQuery, ProductRow } from "./product-query.ts";
import {
  createRows,
  markRow,
  type ProductRows,
  type PutOptions,
  putRow,
  removeRow,
  settleStep,
} from "./product-rows.ts";
import { loadRows, type ProductSnapshot, saveRows } from "./product-snapshot.ts";
import { facetsOf } from "./row-facets.ts";
import { failsOf } from "./row-filters.ts";
import { createOrders, type RowOrders } from "./row-orders.ts";
import { showRow } from "./show-row.ts";
import { createTextSearch } from "./text-matches.ts";

/** A channel's catalogue in memory: found by text, filtered, counted and sorted. */
export interface ProductIndex {
  /** Products held, gone ones among them. */
  readonly size: number;
  has(id: number): boolean;
  /** Keeps a product or replaces it. One without an id is passed over. */
  put(product: ResellerProductParent, options?: PutOptions): void;
  /** Forgets a product; false where it was not known. */
  remove(id: number): boolean;
  /** Marks a product as gone from the channel; null when it is there again. False where it is not known. */
  markGone(id: number, goneAt: number | null): boolean;
  search(query: ProductQuery): ProductMatches;
  /**
   * What the table shows of some products, unknown ones left out. The query's text and the words corrected in it say what
   * to look for in them.
   */
  rows(
    ids: ArrayLike<number>,
    text?: string,
    corrected?: ProductMatches["corrected"],
  ): ProductRow[];
  /**
   * Does a short step of what makes later searches quicker; true while there is more. For when nobody waits. A few new
   * products are left for later, unless `all` of them are to be settled, as before saving.
   */
  settle(all?: boolean): boolean;
  /** What the index holds; takes long unless it is settled. Shares its parts, so it is to be kept before the next `put`. */
  save(): ProductSnapshot;
}

/** Matching rows by their points, the best first, equal ones as they are ordered. */
const byPoints = (order: Uint32Array, scores: Uint8Array, fails: Uint8Array): Uint32Array => {
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

const matching = (order: Uint32Array, fails: Uint8Array): Uint32Array => {
  const found = new Uint32Array(order.length);
  let total = 0;
  for (const row of order) if (fails[row] === 0) found[total++] = row;
  return found.subarray(0, total);
};

const idsOf = (id: Float64Array, found: Uint32Array): Float64Array => {
  const ids = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) ids[at] = id[found[at] ?? 0] ?? 0;
  return ids;
};

const indexOver = (rows: ProductRows, orders: RowOrders): ProductIndex => {
  const textSearch = createTextSearch(rows);
  const search = (query: ProductQuery): ProductMatches => {
    const started = performance.now();
    const { scores, corrected } = textSearch.match(query.text, query.exact);
    const fails = failsOf(rows, query, scores);
    const { by, direction } = query.sort;
    const order = orders.order(by, direction);
    const found =
      by === "relevance" && scores !== undefined
        ? byPoints(order, scores, fails)
        : matching(order, fails);
    const ids = idsOf(rows.columns.id, found);
    const facets = facetsOf(rows, query, fails);
    return {
      total: ids.length,
      ids,
      facets,
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
    search,
    rows: (ids, text = "", corrected = []) => {
      const words = wordsOf(text).map((typed) => [
        typed,
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

/** An index that holds nothing yet. */
export const createProductIndex = (): ProductIndex => {
  const rows = createRows();
  return indexOver(rows, createOrders(rows));
};

/** An index as it was saved; undefined where the snapshot is of another version and has to be made anew. */
export const loadProductIndex = (snapshot: ProductSnapshot): ProductIndex | undefined => {
  const loaded = loadRows(snapshot);
  return loaded && indexOver(loaded.rows, loaded.orders);
};
