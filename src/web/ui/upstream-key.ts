import { useQuery } from "@tanstack/react-query";
import type { Connection } from "#contract/connection.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { toOwnKey } from "./own-key.ts";

/** The upstream that the gateway named last: a page knows it before the gateway has answered. */
const lastKey = "supercargo.upstream";

const readLast = (): string => {
  try {
    return localStorage.getItem(lastKey) ?? "";
  } catch {
    return "";
  }
};

const storeLast = (upstream: string): void => {
  try {
    localStorage.setItem(lastKey, upstream);
  } catch {
    // Without storage, the next page asks the gateway first.
  }
};

/** Empty for the embedded service. */
const nameUpstream = ({ embedded, baseUrl }: Connection): string => (embedded ? "" : baseUrl);

/**
 * The upstream in the names of what this browser stores: the one that the gateway named, in this page or last. Empty for
 * the embedded service.
 */
export const knownUpstream = (): string => {
  const known = queryClient.getQueryData(connection().queryKey);
  return known ? nameUpstream(known) : readLast();
};

/**
 * The name under which this browser stores the records that a person opened: of the console's upstream, because records
 * of another have other ids, and of the person, because others use the same browser.
 */
export const toRecordsKey = (name: string): string => {
  const upstream = knownUpstream();
  return upstream === "" ? toOwnKey(name) : `${toOwnKey(name)} ${upstream}`;
};

/** Whether the gateway has named its upstream in this page. */
export const isUpstreamNamed = (): boolean =>
  queryClient.getQueryData(connection().queryKey) !== undefined;

/**
 * Whether the gateway has named its upstream, or the request failed, so that the one that it named last is used. The
 * gateway says it without a request to the upstream, and the shell keeps it current.
 */
export const useKnowsUpstream = (): boolean =>
  useQuery(
    {
      ...connection(),
      staleTime: Infinity,
      refetchInterval: false,
      notifyOnChangeProps: ["isFetched"],
    },
    queryClient,
  ).isFetched;

/** Calls back once the upstream is known; never while the gateway doesn't say it. */
export const whenUpstreamIsKnown = (callback: () => void): void =>
  void queryClient.ensureQueryData(connection()).then(
    (known) => {
      storeLast(nameUpstream(known));
      callback();
    },
    () => undefined,
  );
