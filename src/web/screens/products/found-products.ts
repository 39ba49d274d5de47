import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type { ProductMatches } from "#catalog/product-index.ts";
import type { ProductFacets, ProductQuery, ProductRow } from "#contract/catalog.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import { isCopyDeleted } from "./describe-copy.ts";

/** Above this number of rows, all are dropped and read again when they are shown. */
const maxRows = 6_000;

/**
 * The page's only owner of rows: those read for the last search, which mark its text, and below them the rows of the
 * whole copy, which mark nothing.
 */
const createFoundRows = (copy: Pick<ProductCopy, "rows" | "rowCache">) => {
  const rows = new Map<number, ProductRow>();
  /** The ids of `rows` that were read for the last search, and those being read. */
  const current = new Set<number>();
  const pending = new Set<number>();
  let generation = 0;

  const store = (newer: readonly ProductRow[]): void => {
    if (rows.size > maxRows) {
      rows.clear();
      current.clear();
    }
    for (const row of newer) {
      rows.set(row.id, row);
      current.add(row.id);
    }
  };

  return {
    /** A row by its id; undefined while it is not loaded. */
    get: (id: number): ProductRow | undefined => rows.get(id) ?? copy.rowCache.get(id),
    /** Takes the first rows of a new search. Rows of the one before stay until newer ones arrive. */
    startSearch: (shown: readonly ProductRow[], sameText: boolean): void => {
      generation += 1;
      pending.clear();
      current.clear();
      // Marks belong to the text, so rows of another text are dropped.
      if (!sameText) rows.clear();
      store(shown);
    },
    /** Those that are not loaded and, with a text, those whose marks are not loaded. */
    findMissing: (ids: readonly number[], text: string | undefined): number[] => {
      const enough = text === "" && copy.rowCache.isFresh();
      return ids.filter(
        (id) => !current.has(id) && !pending.has(id) && !(enough && copy.rowCache.get(id)),
      );
    },
    /** Reads rows; true if they arrived before another search started. */
    read: async (
      ids: readonly number[],
      query: ProductQuery | undefined,
      corrected: ProductMatches["corrected"],
    ): Promise<boolean> => {
      for (const id of ids) pending.add(id);
      const started = generation;
      try {
        const newer = await copy.rows(ids, query, corrected);
        if (started !== generation) return false;
        store(newer);
        return true;
      } catch (error) {
        if (started !== generation) return false;
        throw error;
      } finally {
        for (const id of ids) pending.delete(id);
      }
    },
    /** Updates the rows of the whole copy; true if newer ones arrived. If this fails, rows load when they are shown. */
    readAll: (): Promise<boolean> => copy.rowCache.update().catch(() => false),
  };
};

/** The result of a search of the copy so far. */
export interface Found {
  /** The query that the matches belong to; it lags behind the typed text. */
  readonly query: ProductQuery | undefined;
  readonly matches: ProductMatches | undefined;
  /** True once a search has taken a while. */
  readonly busy: boolean;
  readonly error: unknown;
  /**
   * The facets of the matches, or of earlier ones until newer facets arrive. While the copy loads, their choices keep
   * their order.
   */
  readonly facets: ProductFacets | undefined;
  /** The row at an index of the matches; undefined while it loads. A new function whenever a row may differ. */
  readonly rowAt: (index: number) => ProductRow | undefined;
}

export interface FoundProducts {
  readonly state: Pick<ValueStore<Found>, "get" | "subscribe">;
  /** Starts a search and aborts the one before; does nothing if the query is the same, unless that one failed. */
  readonly search: (query: ProductQuery) => void;
  /** Repeats the search. Rows stay until newer ones arrive. */
  readonly repeat: () => void;
  /** Repeats the search after a change of the copy: at once while it shows no products or those of a deleted copy. */
  readonly follow: () => void;
  /** Reports the visible rows; they and their neighbors are read. */
  readonly showRange: (first: number, last: number) => void;
  /** Ends a repetition and a reading of facets that are due. */
  readonly close: () => void;
}

/** The number of rows read on both sides of the visible ones, so that a turn of the wheel finds them loaded. */
const margin = 60;
/** Neighboring rows and facets wait this long for a pause in typing, because a new search takes precedence. */
const typingPauseMs = 150;
/** The interval at which a search is repeated while the copy changes. */
const repeatMs = 1_000;
/** A faster search is not reported as busy: that would render the screen once more. */
const slowMs = 150;
const nothingFound: Found = {
  query: undefined,
  matches: undefined,
  busy: false,
  error: undefined,
  facets: undefined,
  rowAt: () => undefined,
};

type Named = { readonly value: string };

/** Known values keep their order, and new ones follow. */
const keepOrder = <T extends Named>(before: readonly Named[], now: readonly T[]): T[] => {
  const places = new Map(before.map(({ value }, place) => [value, place]));
  const findIndex = ({ value }: T) => places.get(value) ?? before.length;
  return now.toSorted((a, b) => findIndex(a) - findIndex(b));
};

/** Facets whose choices keep their previous order: while a copy loads, no choice moves away from the pointer. */
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

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Searches a copy while the user types, and reads the visible rows. */
export const createFoundProducts = (
  copy: Pick<ProductCopy, "search" | "facets" | "rows" | "rowCache" | "state">,
): FoundProducts => {
  const state = createValueStore<Found>(nothingFound);
  const rows = createFoundRows(copy);
  let range = { first: 0, last: 40 };
  let latest: ProductQuery | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  let repeatTimer: ReturnType<typeof setTimeout> | undefined;
  let facetsTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (part: Partial<Found>) => state.set({ ...state.get(), ...part });

  /** Reads the rows of matches from now on; a new function, since a row may differ. */
  const makeRowAt =
    (matches: ProductMatches | undefined): Found["rowAt"] =>
    (index) => {
      const id = matches?.ids[index];
      return id === undefined ? undefined : rows.get(id);
    };
  const showNewRows = () => change({ rowAt: makeRowAt(state.get().matches) });

  /** The ids of rows to read near the visible ones. */
  const findMissing = (around: number): number[] => {
    const { matches, query } = state.get();
    const ids = matches?.ids.subarray(Math.max(0, range.first - around), range.last + around + 1);
    return rows.findMissing(Array.from(ids ?? []), query?.text);
  };

  const read = async (ids: readonly number[], shown: boolean) => {
    if (ids.length === 0) return;
    const { query, matches } = state.get();
    try {
      const arrived = await rows.read(ids, query, matches?.corrected);
      if (arrived && shown) showNewRows();
    } catch (error) {
      if (!isAbort(error)) change({ error });
    }
  };
  /** Missing visible rows are read at once, with their neighbors; neighbors alone wait for a pause in typing. */
  const readMissing = () => {
    clearTimeout(restTimer);
    if (findMissing(0).length > 0) void read(findMissing(margin), true);
    else restTimer = setTimeout(() => void read(findMissing(margin), false), typingPauseMs);
  };
  const clearSlowTimer = () => {
    clearTimeout(slowTimer);
    slowTimer = undefined;
  };

  const readFacets = async (query: ProductQuery) => {
    try {
      const facets = await copy.facets(query);
      if (latest !== query) return;
      const isFilling = copy.state.get().sweep?.first === true;
      change({ facets: isFilling ? keepFacetOrder(state.get().facets, facets) : facets });
    } catch (error) {
      if (latest === query && !isAbort(error)) change({ error });
    }
  };

  const search = async (query: ProductQuery) => {
    latest = query;
    clearTimeout(facetsTimer);
    slowTimer ??= setTimeout(() => change({ busy: true }), slowMs);
    // A different search is shown from its top.
    if (JSON.stringify(query) !== JSON.stringify(state.get().query))
      range = { first: 0, last: range.last - range.first };
    try {
      const { rows: shown, ...matches } = await copy.search(query, range);
      if (latest !== query) return;
      const before = state.get();
      const isSameText = before.query?.text === query.text;
      rows.startSearch(shown, isSameText);
      clearSlowTimer();
      change({ query, matches, rowAt: makeRowAt(matches), busy: false, error: undefined });
      readMissing();
      if (isSameText || before.facets === undefined) void readFacets(query);
      else facetsTimer = setTimeout(() => void readFacets(query), typingPauseMs);
      if (await rows.readAll()) showNewRows();
    } catch (error) {
      if (latest !== query || isAbort(error)) return;
      clearSlowTimer();
      change({ busy: false, error });
    }
  };

  const repeat = () => {
    if (latest) void search({ ...latest });
  };
  const endRepetition = () => {
    clearTimeout(repeatTimer);
    repeatTimer = undefined;
  };

  return {
    state,
    search: (query) => {
      const isSame = JSON.stringify(query) === JSON.stringify(latest);
      if (!isSame || state.get().error !== undefined) void search(query);
    },
    repeat,
    follow: () => {
      const isUrgent = !state.get().matches?.total || isCopyDeleted(copy.state.get());
      if (isUrgent) endRepetition();
      repeatTimer ??= setTimeout(
        () => {
          repeatTimer = undefined;
          repeat();
        },
        isUrgent ? 0 : repeatMs,
      );
    },
    showRange: (first, last) => {
      range = { first, last };
      readMissing();
    },
    close: () => {
      endRepetition();
      clearTimeout(facetsTimer);
    },
  };
};
