import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { everyProduct, type ProductRow } from "#web/api/product-search/product-query.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";

/** The products found for a text. */
export interface ProductsFound {
  readonly text: string;
  readonly rows: readonly ProductRow[];
}

export interface ProductFinder {
  readonly found: Pick<ValueStore<ProductsFound>, "get" | "subscribe">;
  /** Requests a search for this text; skips texts that are no longer current. */
  readonly ask: (text: string) => void;
}

const shown = 6;
/** One letter matches nearly all products. */
const shortest = 2;
/** A local copy that is still being opened must not block the other options. */
const patienceMs = 1_500;

export const nothingFound: ProductsFound = { text: "", rows: [] };

/** Searches a local copy in its worker while the user types: one search at a time, for the latest text. */
export const createProductFinder = (
  copy: Pick<ProductCopy, "ids" | "rows">,
  patience = patienceMs,
): ProductFinder => {
  const found = createValueStore(nothingFound);
  let wanted = "";
  let searched = "";
  let isSearching = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const search = async (text: string): Promise<readonly ProductRow[]> => {
    if (text.length < shortest) return [];
    const query = { ...everyProduct, text, gone: "none" as const };
    const ids = await copy.ids(query);
    return copy.rows(Array.from(ids).slice(0, shown), query);
  };
  const findWanted = async () => {
    isSearching = true;
    while (searched !== wanted) {
      const text = wanted;
      // Errors of the local copy are shown on the Products screen.
      const rows = await search(text).catch(() => []);
      searched = text;
      if (text === wanted) found.set({ text, rows });
    }
    isSearching = false;
  };
  const giveUp = () => {
    if (found.get().text !== wanted) found.set({ text: wanted, rows: [] });
  };
  return {
    found,
    ask: (text) => {
      wanted = text;
      clearTimeout(waiting);
      waiting = setTimeout(giveUp, patience);
      if (!isSearching) void findWanted();
    },
  };
};
