import { useEffect, useState } from "react";
import { openCopyForLookup, type ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { everyProduct, type ProductRow } from "#contract/catalog.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { createValueStore, useValue, type ValueStore } from "#web/base/value-store.ts";

interface ProductsFound {
  readonly text: string;
  readonly rows: readonly ProductRow[];
}

interface ProductFinder {
  readonly found: Pick<ValueStore<ProductsFound>, "get" | "subscribe">;
  /** Requests a search for this text; skips texts that are no longer current. */
  readonly ask: (text: string) => void;
}

const mostProducts = 6;
/** One letter matches nearly all products. */
const shortest = 2;
/** A local copy that is still being opened must not block the other options. */
const patienceMs = 1_500;

const nothingFound: ProductsFound = { text: "", rows: [] };

/** Searches a local copy in its worker while the user types: one search at a time, for the latest text. */
export const createProductFinder = (copy: Pick<ProductCopy, "ids" | "rows">): ProductFinder => {
  const found = createValueStore(nothingFound);
  let wanted = "";
  let searched = "";
  let isSearching = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const search = async (text: string): Promise<readonly ProductRow[]> => {
    if (text.length < shortest) return [];
    const query = { ...everyProduct, text, gone: "none" as const };
    const ids = await copy.ids(query);
    return copy.rows(Array.from(ids).slice(0, mostProducts), query);
  };
  const findWanted = async () => {
    isSearching = true;
    while (searched !== wanted) {
      const text = wanted;
      // Errors of the local copy are mostProducts on the Products screen.
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
      waiting = setTimeout(giveUp, patienceMs);
      if (!isSearching) void findWanted();
    },
  };
};

interface Products extends ProductsFound {
  readonly channel: number | undefined;
  /** The products for the current text are not known yet. */
  readonly isPending: boolean;
}

const never: ProductFinder["found"] = { get: () => nothingFound, subscribe: () => () => {} };

/** Finds products in the local copy of the last viewed channel. Sends no request to the API. */
export const useProducts = (text: string): Products => {
  const [channel] = useState(lastChannel.get);
  const [slot] = useState(() => createValueStore<ProductFinder | undefined>(undefined));
  useEffect(() => {
    if (channel === undefined) return;
    const copy = openCopyForLookup(channel);
    slot.set(createProductFinder(copy));
    return () => copy.close();
  }, [channel, slot]);
  const finder = useValue(slot);
  useEffect(() => finder?.ask(text), [finder, text]);
  const found = useValue(finder?.found ?? never);
  const isPending = channel !== undefined && found.text !== text;
  // Keeps the rows of the previous text until the next ones are found, so that they don't flicker with each key.
  return { ...found, rows: text === "" ? [] : found.rows, channel, isPending };
};
