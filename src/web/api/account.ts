import { queryOptions } from "@tanstack/react-query";
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
export const account = () =>
  queryOptions({
    queryKey: ["account", "self"] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(accountOperations.getAccount, { signal, urgency: "click" }),
  });
