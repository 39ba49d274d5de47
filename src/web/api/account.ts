import { queryOptions } from "@tanstack/react-query";
import { accountOperations } from "#contract/account.ts";
import { answerOf } from "./call.ts";

const forTheDay = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Every source, for names beside ids. Asked once, behind everything a person waits for. */
export const sourceList = () =>
  queryOptions({
    queryKey: ["account", "sources"] as const,
    queryFn: ({ signal }) =>
      answerOf(accountOperations.listSources, { signal, urgency: "background" }),
    ...forTheDay,
  });

/** Every channel, for names beside ids. */
export const channelList = () =>
  queryOptions({
    queryKey: ["account", "channels"] as const,
    queryFn: ({ signal }) =>
      answerOf(accountOperations.listChannels, { signal, urgency: "background" }),
    ...forTheDay,
  });

/** The account record: the API's own health check (api 4.1). */
export const account = () =>
  queryOptions({
    queryKey: ["account", "self"] as const,
    queryFn: ({ signal }) => answerOf(accountOperations.getAccount, { signal, urgency: "click" }),
  });
