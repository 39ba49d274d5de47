import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { everyProduct, type ProductRow } from "#contract/catalog.ts";
import { channelList } from "#web/api/account.ts";
import { searchCatalog } from "#web/api/catalog.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { resellersFirst } from "#web/records/channel-choice.tsx";
import { type Search, useSearch } from "./use-search.ts";

const mostProducts = 6;
const noRows: readonly ProductRow[] = [];

/** The channel whose products are found: the one viewed last, else the first that has products. */
const useChannel = (enabled: boolean): number | undefined => {
  const [last] = useState(lastChannel.get);
  const { data } = useQuery({ ...channelList(), enabled: enabled && last === undefined });
  return last ?? resellersFirst(data?.value ?? [])[0]?.id;
};

/** Finds products in the gateway's catalog. Sends no request to the API but for the list of channels, once. */
export const useProducts = (text: string) => {
  const channel = useChannel(text !== "");
  const search = useMemo((): Search<readonly ProductRow[]> => {
    if (channel === undefined) return undefined;
    const searchChannel = searchCatalog(channel);
    return async (typed, signal) => {
      const query = { ...everyProduct, text: typed, gone: "none" as const };
      return (await searchChannel({ query, first: 0, count: mostProducts }, signal)).rows;
    };
  }, [channel]);
  const { found: rows, isPending } = useSearch(text, search, noRows);
  return { rows, channel, isPending };
};
