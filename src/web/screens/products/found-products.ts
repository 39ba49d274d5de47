import type { SearchCatalog } from "#web/api/catalog.ts";
import {
  type CatalogMatches,
  maxCatalogRows,
  type ProductFacets,
  type ProductQuery,
  type ProductRow,
} from "#contract/catalog.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";

/** What a search found so far. */
export interface Found {
  /** The query that the rows belong to; it lags behind the typed text. */
  readonly query: ProductQuery | undefined;
  /** The catalog's version that the rows belong to. */
  readonly epoch: string;
  /** Undefined until the first answer. */
  readonly total: number | undefined;
  readonly corrected: CatalogMatches["corrected"];
  /** The loaded rows, by their position among the matches. */
  readonly rows: ReadonlyMap<number, ProductRow>;
  /** The row at a position; undefined while it loads. A new function whenever a row may differ. */
  readonly rowAt: (index: number) => ProductRow | undefined;
  /** The facets of the matches, or of earlier ones until newer facets arrive. */
  readonly facets: ProductFacets | undefined;
  /** True once a search has taken a while. */
  readonly busy: boolean;
  readonly error: unknown;
}

export interface FoundProducts {
  readonly state: Pick<ValueStore<Found>, "get" | "subscribe">;
  /** Searches; nothing if the query is the same, unless its search failed. */
  readonly search: (query: ProductQuery) => void;
  /** Searches again. Rows stay until newer ones arrive. */
  readonly repeat: () => void;
  /** Searches again if the catalog has changed since the shown rows, or if the last search failed. */
  readonly follow: (epoch: string) => void;
  /** Reports the visible rows; they and their neighbors are loaded. */
  readonly showRange: (first: number, last: number) => void;
  readonly close: () => void;
}

/** The number of rows loaded on both sides of the visible ones, once half of them are missing. */
const margin = 60;
/** Rows that are far from the window are dropped above this number. */
const maxRows = 3_000;
/** Facets and neighbors wait this long for a pause in typing, because a new search goes first. */
const pauseMs = 150;
/** A faster search is not reported as busy: that would render the screen once more. */
const slowMs = 150;

const nothingFound: Found = {
  query: undefined,
  epoch: "",
  total: undefined,
  corrected: undefined,
  rows: new Map(),
  rowAt: () => undefined,
  facets: undefined,
  busy: false,
  error: undefined,
};

type Named = { readonly value: string };

/** Known values keep their order, and new ones follow. */
const keepOrder = <T extends Named>(before: readonly Named[], now: readonly T[]): T[] => {
  const places = new Map(before.map(({ value }, place) => [value, place]));
  const findIndex = ({ value }: T) => places.get(value) ?? before.length;
  return now.toSorted((a, b) => findIndex(a) - findIndex(b));
};

/** Facets whose choices keep their order: while a catalog loads, no choice moves away from the pointer. */
export const keepFacetOrder = (
  before: ProductFacets | undefined,
  now: ProductFacets,
): ProductFacets =>
  before === undefined
    ? now
    : {
        ...now,
        brands: keepOrder(before.brands, now.brands),
        categories: keepOrder(before.categories, now.categories),
      };

const isSame = (a: ProductQuery | undefined, b: ProductQuery | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

interface Wanted {
  readonly query: ProductQuery;
  readonly first: number;
  readonly count: number;
  readonly facets?: boolean;
}

/**
 * Searches while the user types, and loads the visible rows window by window. One request at a time: of the searches
 * that wait for it, only the newest is sent.
 */
export const createFoundProducts = (search: SearchCatalog): FoundProducts => {
  const state = createValueStore<Found>(nothingFound);
  /** The positions whose rows belong to the shown query and epoch; others may have older rows. */
  let loaded = new Set<number>();
  let range = { first: 0, last: 40 };
  let latest: ProductQuery | undefined;
  /** Whether the latest query is to be searched, for the first time or again. */
  let isDue = false;
  let running: AbortController | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let marginTimer: ReturnType<typeof setTimeout> | undefined;
  let restRequest: AbortController | undefined;

  const change = (part: Partial<Found>) => state.set({ ...state.get(), ...part });

  const toWindow = (first: number, last: number) => {
    const from = Math.max(0, first - margin);
    return { first: from, count: Math.min(maxCatalogRows, last + margin + 1 - from) };
  };
  const listMissing = (first: number, last: number): number[] => {
    const missing = [];
    const end = Math.min(last, (state.get().total ?? 0) - 1);
    for (let index = Math.max(0, first); index <= end; index += 1)
      if (!loaded.has(index)) missing.push(index);
    return missing;
  };

  /** The request that the screen needs next. */
  const findNext = (around: number): Wanted | undefined => {
    const { query, facets } = state.get();
    if (!latest) return undefined;
    const { first, last } = range;
    if (isDue) {
      // After a key, facets and neighbors wait for a pause in typing.
      const isTyped = facets !== undefined && query?.text !== latest.text;
      return isTyped
        ? { query: latest, first, count: last + 1 - first, facets: false }
        : { query: latest, ...toWindow(first, last), facets: true };
    }
    if (state.get().error !== undefined || listMissing(first - around, last + around).length === 0)
      return undefined;
    const missing = listMissing(first - margin, last + margin);
    const from = missing[0]!;
    return { query: latest, first: from, count: missing.at(-1)! + 1 - from };
  };

  const show = ({ query, first, count }: Wanted, answer: CatalogMatches) => {
    const { total, rows: newer, corrected } = answer;
    const before = state.get();
    const isSameQuery = isSame(before.query, query);
    const { epoch } = answer.state;
    if (!isSameQuery || before.epoch !== epoch) loaded = new Set();
    const isFull = before.rows.size > maxRows;
    // Rows of another query could mark another text.
    const rows = new Map(isSameQuery && !isFull ? before.rows : []);
    if (isFull) loaded = new Set();
    for (const index of rows.keys()) if (index >= total) rows.delete(index);
    for (const [place, row] of newer.entries()) rows.set(first + place, row);
    for (let index = first; index < first + count; index += 1) loaded.add(index);
    const rowAt = (index: number) => rows.get(index);
    const isFilling = answer.state.sweep?.first === true;
    const newest = answer.facets ?? before.facets;
    const facets = newest && isFilling ? keepFacetOrder(before.facets, newest) : newest;
    change({ query, epoch, total, corrected, rows, rowAt, facets, busy: false, error: undefined });
  };

  /** Facets and neighbors after typing; a new search doesn't wait for them. */
  const readRest = async (query: ProductQuery) => {
    restRequest = new AbortController();
    const { signal } = restRequest;
    const rest = { query, ...toWindow(range.first, range.last), facets: true };
    try {
      const answer = await search(rest, signal);
      if (latest === query) show(rest, answer);
    } catch (error) {
      if (latest === query && !signal.aborted) change({ error });
    }
  };

  /** Sends what is needed, one request after another, until nothing is. */
  const run = async (around = 0) => {
    if (running) return;
    for (let next = findNext(around); next; next = findNext(0)) {
      const control = new AbortController();
      running = control;
      const isSearch = isDue;
      isDue = false;
      const slow = isSearch ? setTimeout(() => change({ busy: true }), slowMs) : undefined;
      try {
        const answer = await search(next, control.signal);
        if (control.signal.aborted) return;
        show(next, answer);
        clearTimeout(restTimer);
        const { query } = next;
        if (isSearch && !next.facets && !isDue)
          restTimer = setTimeout(() => void readRest(query), pauseMs);
      } catch (error) {
        if (control.signal.aborted) return;
        if (!isDue) change({ busy: false, error });
      } finally {
        clearTimeout(slow);
        if (running === control) running = undefined;
      }
    }
  };

  return {
    state,
    search: (query) => {
      if (isSame(query, latest) && state.get().error === undefined) return;
      // Another search is shown from its top.
      if (!isSame(query, latest)) range = { first: 0, last: range.last - range.first };
      latest = query;
      isDue = true;
      clearTimeout(restTimer);
      restRequest?.abort();
      void run();
    },
    repeat: () => {
      isDue = latest !== undefined;
      void run();
    },
    follow: (epoch) => {
      const shown = state.get();
      if (shown.error === undefined && (shown.epoch === "" || shown.epoch === epoch)) return;
      isDue = latest !== undefined;
      void run();
    },
    showRange: (first, last) => {
      range = { first, last };
      clearTimeout(marginTimer);
      if (listMissing(first, last).length > 0) void run();
      else marginTimer = setTimeout(() => void run(margin / 2), pauseMs);
    },
    close: () => {
      clearTimeout(restTimer);
      clearTimeout(marginTimer);
      running?.abort();
      restRequest?.abort();
      running = undefined;
      latest = undefined;
    },
  };
};
