import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { accountOperations } from "#contract/account.ts";
import { fetchAnswer, type Urgency } from "./call.ts";

const forTheDay = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/**
 * Lists all sources, once per page load. Background by default: the names shown beside ids must not delay what a person
 * waits for.
 */
export const sourceList = (urgency: Urgency = "background") =>
  queryOptions({
    queryKey: ["account", "sources"] as const,
    queryFn: ({ signal }) => fetchAnswer(accountOperations.listSources, { signal, urgency }),
    ...forTheDay,
  });

/** Lists all channels, once per page load. */
export const channelList = (urgency: Urgency = "background") =>
  queryOptions({
    queryKey: ["account", "channels"] as const,
    queryFn: ({ signal }) => fetchAnswer(accountOperations.listChannels, { signal, urgency }),
    ...forTheDay,
  });

/** The account record: the API's own health check (api 4.1). */
export const account = (urgency: Urgency = "click") =>
  queryOptions({
    queryKey: ["account", "self"] as const,
    queryFn: ({ signal }) => fetchAnswer(accountOperations.getAccount, { signal, urgency }),
  });

interface Named {
  id: number;
  name?: string | null | undefined;
}

const createNaming = (noun: string, list: readonly Named[] | undefined) => {
  const names = new Map(list?.map(({ id, name }) => [id, name]));
  return (id: number | null | undefined): string =>
    id === null || id === undefined ? "–" : names.get(id) || `${noun} ${id}`;
};

type NameOf = (id: number | null | undefined) => string;

/**
 * Returns a function that names a source: "Source 12" until the list is loaded, or if the upstream has no list.
 * `enabled` delays the list until the screen's own content is loaded.
 */
export const useSourceName = (enabled: boolean): NameOf => {
  const { data } = useQuery({ ...sourceList(), enabled });
  return useMemo(() => createNaming("Source", data?.value), [data]);
};

/** Returns a function that names a channel, like `useSourceName`. */
export const useChannelName = (enabled: boolean): NameOf => {
  const { data } = useQuery({ ...channelList(), enabled });
  return useMemo(() => createNaming("Channel", data?.value), [data]);
};
