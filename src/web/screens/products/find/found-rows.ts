import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import type {
  ProductMatches,
  ProductQuery,
  ProductRow,
} from "#web/api/product-search/product-query.ts";

/** Above this number of rows, all are dropped and read again when they are shown. */
const maxRows = 6_000;

/**
 * The page's only owner of rows: those read for the last search, which mark its text, and below them the rows of the
 * whole copy, which mark nothing.
 */
export const createFoundRows = (copy: Pick<ProductCopy, "rows" | "rowCache">) => {
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
