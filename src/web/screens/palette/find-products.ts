import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { channelList } from "#web/api/account.ts";
import { searchCatalog, type SearchCatalog } from "#web/api/catalog.ts";
import { everyProduct, type ProductRow } from "#contract/catalog.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { resellersFirst } from "#web/records/channel-choice.tsx";
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
/** A slow search must not block the other options. */
const patienceMs = 1_500;

const nothingFound: ProductsFound = { text: "", rows: [] };

/** Searches a catalog while the user types: one search at a time, for the latest text. */
export const createProductFinder = (searchChannel: SearchCatalog): ProductFinder => {
  const found = createValueStore(nothingFound);
  let wanted = "";
  let searched = "";
  let isSearching = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const search = async (text: string): Promise<readonly ProductRow[]> => {
    if (text.length < shortest) return [];
    const query = { ...everyProduct, text, gone: "none" as const };
    return (await searchChannel({ query, first: 0, count: mostProducts })).rows;
  };
  const findWanted = async () => {
    isSearching = true;
    while (searched !== wanted) {
      const text = wanted;
      // The Products screen shows errors of the catalog.
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

/** The channel whose products are found: the one viewed last, else the first that has products. */
const useChannel = (enabled: boolean): number | undefined => {
  const [last] = useState(lastChannel.get);
  const { data } = useQuery({ ...channelList(), enabled: enabled && last === undefined });
  return last ?? resellersFirst(data?.value ?? [])[0]?.id;
};

/** Finds products in the gateway's catalog. Sends no request to the API but for the list of channels, once. */
export const useProducts = (text: string): Products => {
  const channel = useChannel(text.length >= shortest);
  const finder = useMemo(
    () => (channel === undefined ? undefined : createProductFinder(searchCatalog(channel))),
    [channel],
  );
  useEffect(() => finder?.ask(text), [finder, text]);
  const found = useValue(finder?.found ?? never);
  const isPending = channel !== undefined && found.text !== text;
  // Keeps the rows of the previous text until the next ones are found, so that they don't flicker with each key.
  return { ...found, rows: text === "" ? [] : found.rows, channel, isPending };
};
