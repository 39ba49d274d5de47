import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type {
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";

/** The result of a search of the copy so far. */
export interface Found {
  /** The query that the matches belong to; it lags behind the typed text. */
  readonly query: ProductQuery | undefined;
  readonly matches: ProductMatches | undefined;
  /** True once a search has taken a while. */
  readonly busy: boolean;
  readonly error: unknown;
  /** Increases when rows arrive. */
  readonly rowsRead: number;
}

export interface FoundProducts {
  readonly state: Pick<ValueStore<Found>, "get" | "subscribe">;
  /** Starts a search and aborts the one before. */
  readonly search: (query: ProductQuery) => void;
  /** Repeats the search, because the copy has changed. Rows stay until newer ones arrive. */
  readonly repeat: () => void;
  /** The row at an index of the matches; undefined while it loads. */
  readonly rowAt: (index: number) => ProductRow | undefined;
  /** Reports the visible rows; they and their neighbors are read. */
  readonly showRange: (first: number, last: number) => void;
}

/** The number of rows read on both sides of the visible ones, so that a turn of the wheel finds them loaded. */
const margin = 60;
/** Neighboring rows wait this long for a pause in typing, because a new search takes precedence. */
const typingPauseMs = 150;
/** A faster search is not reported as busy: that would render the screen once more. */
const slowMs = 150;
/** Above this number of rows, all are dropped and read again when they are shown. */
const maxRows = 6_000;

const nothingFound: Found = {
  query: undefined,
  matches: undefined,
  busy: false,
  error: undefined,
  rowsRead: 0,
};

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Searches a copy while the user types, and reads the visible rows. */
export const createFoundProducts = (
  copy: Pick<ProductCopy, "search" | "rows" | "rowCache">,
): FoundProducts => {
  const state = createValueStore<Found>(nothingFound);
  const rows = new Map<number, ProductRow>();
  /** The ids of `rows` that were read for the last search, and those being read. */
  const current = new Set<number>();
  const pending = new Set<number>();
  let range = { first: 0, last: 40 };
  let latest: ProductQuery | undefined;
  let generation = 0;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (part: Partial<Found>) => state.set({ ...state.get(), ...part });

  const storeRows = (newer: readonly ProductRow[]) => {
    if (rows.size > maxRows) {
      rows.clear();
      current.clear();
    }
    for (const row of newer) {
      rows.set(row.id, row);
      current.add(row.id);
    }
  };
  const notifyRows = () => change({ rowsRead: state.get().rowsRead + 1 });

  /**
   * The ids of rows to read near the visible ones: those that are not loaded and, with a text, those without their
   * matching texts.
   */
  const findMissing = (around: number): number[] => {
    const { matches, query } = state.get();
    const ids = matches?.ids.subarray(Math.max(0, range.first - around), range.last + around + 1);
    const enough = query?.text === "" && copy.rowCache.isFresh();
    return Array.from(ids ?? []).filter(
      (id) => !current.has(id) && !pending.has(id) && !(enough && copy.rowCache.get(id)),
    );
  };

  const read = async (ids: readonly number[], shown: boolean) => {
    if (ids.length === 0) return;
    for (const id of ids) pending.add(id);
    const started = generation;
    const { query, matches } = state.get();
    try {
      const newer = await copy.rows(ids, query, matches?.corrected);
      if (started !== generation) return;
      storeRows(newer);
      if (shown) notifyRows();
    } catch (error) {
      if (started === generation && !isAbort(error)) change({ error });
    } finally {
      for (const id of ids) pending.delete(id);
    }
  };
  /** Missing visible rows are read at once, with their neighbors; neighbors alone wait for a pause in typing. */
  const readMissing = () => {
    clearTimeout(restTimer);
    if (findMissing(0).length > 0) void read(findMissing(margin), true);
    else restTimer = setTimeout(() => void read(findMissing(margin), false), typingPauseMs);
  };
  const loadAll = async () => {
    // If this fails, rows load when they are shown.
    if (await copy.rowCache.update().catch(() => false)) notifyRows();
  };

  const clearSlowTimer = () => {
    clearTimeout(slowTimer);
    slowTimer = undefined;
  };

  const search = async (query: ProductQuery) => {
    latest = query;
    slowTimer ??= setTimeout(() => change({ busy: true }), slowMs);
    // A different search is shown from its top.
    if (JSON.stringify(query) !== JSON.stringify(state.get().query))
      range = { first: 0, last: range.last - range.first };
    try {
      const { rows: shown, ...matches } = await copy.search(query, range);
      if (latest !== query) return;
      generation += 1;
      pending.clear();
      current.clear();
      // Highlights belong to the text, so rows of another text are dropped.
      if (state.get().query?.text !== query.text) rows.clear();
      storeRows(shown);
      clearSlowTimer();
      change({ query, matches, busy: false, error: undefined });
      readMissing();
      await loadAll();
    } catch (error) {
      if (latest !== query || isAbort(error)) return;
      clearSlowTimer();
      change({ busy: false, error });
    }
  };

  return {
    state,
    search: (query) => void search(query),
    repeat: () => {
      if (latest) void search({ ...latest });
    },
    rowAt: (index) => {
      const id = state.get().matches?.ids[index];
      return id === undefined ? undefined : (rows.get(id) ?? copy.rowCache.get(id));
    },
    showRange: (first, last) => {
      range = { first, last };
      readMissing();
    },
  };
};
