import type { ResellerProductParent } from "#contract/products.ts";
import { codeDigits, foldWords, toSearchWords } from "./fold-words.ts";
import type { BaseRows } from "./base-rows.ts";
import { getText } from "./text-store.ts";
import {
  type CorrectedWord,
  type MatchedField,
  type MatchedVariant,
  missingKinds,
  type ProductFacets,
  type ProductQuery,
  type ProductRow,
  type Spread,
} from "#contract/catalog.ts";
import {
  countRows,
  createNames,
  createRows,
  noteLoaded,
  type ProductRows,
  type PutOptions,
  putRow,
  settleRows,
  settleStep,
} from "./product-rows.ts";
import { type ReadCategory, variantCodes } from "./read-product.ts";
import { categoryColumns, resizeColumns, type RowColumns } from "./row-columns.ts";
import { computeFacets, computeFails } from "./row-filters.ts";
import { createOrders, getCodes, getTitle, type RowOrders } from "./row-orders.ts";
import { createTextSearch } from "./text-matches.ts";

export interface ProductMatches {
  readonly total: number;
  /** The ids of all matches, in order. Ids may exceed 32 bits. */
  readonly ids: Float64Array;
  /** Present if words were corrected; the same query with `exact` excludes those matches. */
  readonly corrected?: readonly CorrectedWord[];
}

/**
 * Must increase with every change to the content of a snapshot or to a row's text. Older snapshots are rebuilt from the
 * records.
 */
const snapshotVersion = 1;

interface SnapshotParts {
  readonly texts: Omit<
    BaseRows,
    "titlePostings" | "detailPostings" | "codePostings" | "foldedCodes"
  >;
  readonly titlePostings: BaseRows["titlePostings"];
  readonly detailPostings: BaseRows["detailPostings"];
  readonly codePostings: BaseRows["codePostings"];
  /** Pages that equal the page of `codes` are null. */
  readonly foldedCodes: {
    readonly pages: readonly (string | null)[];
    readonly starts: Uint32Array;
  };
  readonly columns: RowColumns;
  readonly names: {
    readonly brands: readonly string[];
    readonly categories: readonly ReadCategory[];
  };
  readonly orders: { readonly title: Uint32Array; readonly sku: Uint32Array };
}

/** A complete index, in parts that can be cloned and stored individually. */
export interface ProductSnapshot {
  readonly version: number;
  readonly rows: number;
  readonly parts: SnapshotParts;
}

/** Creates a snapshot of the index. It shares most parts with the index, so it must be stored before the next `put`. */
const saveRows = (rows: ProductRows, orders: RowOrders): ProductSnapshot => {
  settleRows(rows);
  const { titlePostings, detailPostings, codePostings, foldedCodes, ...texts } = rows.base;
  const total = countRows(rows);
  return {
    version: snapshotVersion,
    rows: total,
    parts: {
      texts,
      titlePostings,
      detailPostings,
      codePostings,
      foldedCodes: {
        pages: foldedCodes.pages.map((page, at) => (page === texts.codes.pages[at] ? null : page)),
        starts: foldedCodes.starts,
      },
      columns: resizeColumns(rows.columns, total, total),
      names: {
        brands: rows.names.brands.values,
        categories: rows.names.categories.values,
      },
      orders: orders.texts(),
    },
  };
};

const liveRows = ({ live, id }: RowColumns): Map<number, number> => {
  const rowOf = new Map<number, number>();
  for (let row = 0; row < live.length; row++) if (live[row] === 1) rowOf.set(id[row] ?? 0, row);
  return rowOf;
};

/** Loads the rows of a snapshot; undefined if it has another version. */
const loadRows = (
  snapshot: ProductSnapshot,
): { rows: ProductRows; orders: RowOrders } | undefined => {
  if (snapshot.version !== snapshotVersion) return undefined;
  const { texts, foldedCodes, columns, names, orders, ...postings } = snapshot.parts;
  const pages = foldedCodes.pages.map((page, at) => page ?? texts.codes.pages[at] ?? "");
  const rowOf = liveRows(columns);
  const rows: ProductRows = {
    ...createRows(),
    base: { ...texts, ...postings, foldedCodes: { pages, starts: foldedCodes.starts } },
    columns: resizeColumns(columns, snapshot.rows, Math.max(1_024, snapshot.rows + 4_096)),
    names: createNames(names.brands, names.categories),
    rowOf,
    dead: snapshot.rows - rowOf.size,
  };
  return { rows, orders: createOrders(rows, orders) };
};

/** The maximum number of reported variants; the record has them all. */
const maxVariants = 5;

const toSpread = (low: number | undefined, high: number | undefined): Spread | null =>
  low === undefined || high === undefined || Number.isNaN(low) ? null : [low, high];

const toKnown = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const toMoment = (time: number | undefined): string | null =>
  time === undefined || Number.isNaN(time) ? null : new Date(time).toISOString();

const getImage = ({ base, waiting }: ProductRows, row: number): string | null => {
  const waits = row < base.rows ? undefined : waiting[row - base.rows];
  return (waits ? waits.read.image : getText(base.images, row)) || null;
};

/** The alternatives of a typed word: itself, and its corrections. */
type FoundWord = readonly string[];

const holds = (text: string, word: FoundWord): boolean => word.some((one) => text.includes(one));

/** Finds the fields and variants whose codes contain one of the words. */
const findInCodes = (codes: readonly string[], words: readonly FoundWord[]) => {
  const fields = new Set<MatchedField>();
  const variants: MatchedVariant[] = [];
  const unfound = new Set(words);
  let lastVariant = -1;
  codes.forEach((value, at) => {
    const folded = `${foldWords(value)}\n${codeDigits(value) ?? ""}`;
    const found = words.filter((word) => holds(folded, word));
    if (found.length === 0) return;
    for (const word of found) unfound.delete(word);
    const field = at === 0 ? "sku" : (variantCodes[(at - 1) % variantCodes.length] ?? "sku");
    fields.add(field);
    const variant = Math.floor((at - 1) / variantCodes.length);
    if (at === 0 || variant === lastVariant || variants.length === maxVariants) return;
    lastVariant = variant;
    variants.push({ sku: codes[1 + variant * variantCodes.length] ?? "", field, value });
  });
  return { fields, variants, unfound };
};

const findMatches = (
  rows: ProductRows,
  row: number,
  brand: string,
  words: readonly FoundWord[],
) => {
  if (words.length === 0) return { matched: [], matchedVariants: [] };
  const codes = getCodes(rows, row).slice(1, -1).split("\n");
  const { fields, variants, unfound } = findInCodes(codes, words);
  const texts = { title: foldWords(getTitle(rows, row)), brand: foldWords(brand) };
  for (const field of ["title", "brand"] as const) {
    for (const word of words.filter((one) => holds(texts[field], one))) {
      fields.add(field);
      unfound.delete(word);
    }
  }
  // A word outside the row's own fields is in an attribute, an option or a variant's title.
  if (unfound.size > 0) fields.add("attributes");
  // If the parent's SKU matches all words, its variants are not reported.
  const sku = `${foldWords(codes[0] ?? "")}\n${codeDigits(codes[0] ?? "") ?? ""}`;
  const parentAlone = words.every((word) => holds(sku, word));
  return { matched: [...fields], matchedVariants: parentAlone ? [] : variants };
};

/** Builds the table row; `words` are the folded search words. */
const showRow = (rows: ProductRows, row: number, words: readonly FoundWord[]): ProductRow => {
  const { columns, names } = rows;
  const brand = names.brands.values[columns.brand[row] ?? 0] ?? "";
  const missing = columns.missing[row] ?? 0;
  const codes = getCodes(rows, row);
  return {
    id: columns.id[row] ?? 0,
    sku: codes.slice(1, codes.indexOf("\n", 1)),
    title: getTitle(rows, row),
    brand: brand || null,
    categories: categoryColumns.flatMap((column) => {
      const category = names.categories.values[columns[column][row] ?? 0];
      return category === undefined || category.key === "" ? [] : category.name;
    }),
    price: toSpread(columns.priceLow[row], columns.priceHigh[row]),
    sale: toSpread(columns.saleLow[row], columns.saleHigh[row]),
    map: toSpread(columns.mapLow[row], columns.mapHigh[row]),
    belowMap: columns.belowMap[row] ?? 0,
    stock: toKnown(columns.stock[row]),
    variants: columns.variants[row] ?? 0,
    missing: missingKinds.filter((_, at) => ((missing >> at) & 1) === 1),
    image: getImage(rows, row),
    updated_at: toMoment(columns.updatedAt[row]),
    inserted_at: toMoment(columns.insertedAt[row]),
    readAt: columns.readAt[row] ?? 0,
    goneAt: toKnown(columns.goneAt[row]),
    ...findMatches(rows, row, brand, words),
  };
};

/** An in-memory index of a channel's catalog for text search, filters, counts and sorting. */
export interface ProductIndex {
  readonly size: number;
  /** Adds or replaces a product. A product without an id is ignored. */
  put(product: ResellerProductParent, options?: PutOptions): void;
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
    };
  };
  return {
    get size() {
      return rows.rowOf.size;
    },
    put: (product, options) => putRow(rows, product, options),
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

export const createProductIndex = (): ProductIndex => {
  const rows = createRows();
  return createIndexOver(rows, createOrders(rows));
};

/** Loads a saved index; undefined if the snapshot has another version and must be rebuilt. */
export const loadProductIndex = (snapshot: ProductSnapshot): ProductIndex | undefined => {
  const loaded = loadRows(snapshot);
  return loaded && createIndexOver(loaded.rows, loaded.orders);
};
