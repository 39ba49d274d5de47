import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type {
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";

/** What a search of the copy has found so far. */
export interface Found {
  /** What the matches are an answer to; it lags behind what is typed. */
  readonly query: ProductQuery | undefined;
  readonly matches: ProductMatches | undefined;
  /** A search has been under way for a while. */
  readonly busy: boolean;
  readonly error: unknown;
  /** Goes up when rows came in. */
  readonly rowsRead: number;
}

export interface FoundProducts {
  readonly state: Pick<ValueStore<Found>, "get" | "subscribe">;
  /** Looks for this from now on; the one before is given up. */
  readonly ask: (query: ProductQuery) => void;
  /** Asks the same again: the copy has changed. Rows stay until their newer reading comes. */
  readonly again: () => void;
  /** The row at a place of the matches; undefined while it is on its way. */
  readonly rowAt: (index: number) => ProductRow | undefined;
  /** Which rows are shown; those and their neighbours are read. */
  readonly show: (first: number, last: number) => void;
}

/** Rows read on both sides of those shown: a turn of the wheel finds them there. */
const margin = 60;
/** While somebody types, a new search comes before: neighbours wait that long. */
const restMs = 150;
/** A search that takes less is not told of: telling renders the screen once more. */
const slowMs = 150;
/** More rows than anybody looks at; then those far away are read anew when they are shown again. */
const mostRows = 6_000;

const nothingFound: Found = {
  query: undefined,
  matches: undefined,
  busy: false,
  error: undefined,
  rowsRead: 0,
};

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Searches a copy as somebody types, and reads the rows that are looked at. */
export const createFoundProducts = (
  copy: Pick<ProductCopy, "search" | "rows" | "held">,
): FoundProducts => {
  const state = createValueStore<Found>(nothingFound);
  const rows = new Map<number, ProductRow>();
  /** Those of `rows` that are of the last search, and those that are on their way. */
  const current = new Set<number>();
  const asked = new Set<number>();
  let range = { first: 0, last: 40 };
  let asking: ProductQuery | undefined;
  let turn = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;

  const change = (part: Partial<Found>) => state.set({ ...state.get(), ...part });

  const came = (newer: readonly ProductRow[]) => {
    if (rows.size > mostRows) {
      rows.clear();
      current.clear();
    }
    for (const row of newer) {
      rows.set(row.id, row);
      current.add(row.id);
    }
  };
  const rowsCame = () => change({ rowsRead: state.get().rowsRead + 1 });

  /** What is to be read of the rows shown and so many on both sides: those not here, and with a text also what they were found by. */
  const idsMissing = (around: number): number[] => {
    const { matches, query } = state.get();
    const ids = matches?.ids.subarray(Math.max(0, range.first - around), range.last + around + 1);
    const enough = query?.text === "" && copy.held.isFresh();
    return Array.from(ids ?? []).filter(
      (id) => !current.has(id) && !asked.has(id) && !(enough && copy.held.rowOf(id)),
    );
  };

  const read = async (ids: readonly number[], shown: boolean) => {
    if (ids.length === 0) return;
    for (const id of ids) asked.add(id);
    const mine = turn;
    const { query, matches } = state.get();
    try {
      const newer = await copy.rows(ids, query, matches?.corrected);
      if (mine !== turn) return;
      came(newer);
      if (shown) rowsCame();
    } catch (error) {
      if (mine === turn && !isAbort(error)) change({ error });
    } finally {
      for (const id of ids) asked.delete(id);
    }
  };
  /** What is looked at is read at once, with its neighbours; those alone when the typing rests. */
  const readMissing = () => {
    clearTimeout(resting);
    if (idsMissing(0).length > 0) void read(idsMissing(margin), true);
    else resting = setTimeout(() => void read(idsMissing(margin), false), restMs);
  };
  const bringAll = async () => {
    // Without them rows come when they are shown.
    if (await copy.held.bring().catch(() => false)) rowsCame();
  };

  const answered = () => {
    clearTimeout(slow);
    slow = undefined;
  };

  const search = async (query: ProductQuery) => {
    asking = query;
    slow ??= setTimeout(() => change({ busy: true }), slowMs);
    // Another search is shown from its top.
    if (JSON.stringify(query) !== JSON.stringify(state.get().query))
      range = { first: 0, last: range.last - range.first };
    try {
      const { rows: shown, ...matches } = await copy.search(query, range);
      if (asking !== query) return;
      turn += 1;
      asked.clear();
      current.clear();
      // Marks belong to the text: other words, other rows.
      if (state.get().query?.text !== query.text) rows.clear();
      came(shown);
      answered();
      change({ query, matches, busy: false, error: undefined });
      readMissing();
      await bringAll();
    } catch (error) {
      if (asking !== query || isAbort(error)) return;
      answered();
      change({ busy: false, error });
    }
  };

  return {
    state,
    ask: (query) => void search(query),
    again: () => {
      if (asking) void search({ ...asking });
    },
    rowAt: (index) => {
      const id = state.get().matches?.ids[index];
      return id === undefined ? undefined : (rows.get(id) ?? copy.held.rowOf(id));
    },
    show: (first, last) => {
      range = { first, last };
      readMissing();
    },
  };
};
