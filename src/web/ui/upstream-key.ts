import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { toOwnKey } from "./own-key.ts";
import { createValueStore } from "./value-store.ts";

const lastKey = "supercargo.upstream";

/** The upstream that the gateway named last in this browser; null if it has never named one. */
export const lastUpstream = (): string | null => {
  try {
    return localStorage.getItem(lastKey);
  } catch {
    return null;
  }
};

/**
 * The upstream that the gateway named last in this page, empty for the embedded service; undefined until it has named
 * one. The cache loses it when the person signs out.
 */
export const namedUpstream = createValueStore<string | undefined>(undefined);

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== "connection") return;
  // Not the query's own data, which an event after its removal still has.
  const known = queryClient.getQueryData(connection().queryKey);
  if (!known) return;
  const upstream = known.embedded ? "" : known.baseUrl;
  namedUpstream.set(upstream);
  try {
    localStorage.setItem(lastKey, upstream);
  } catch {
    // Without storage, the next page asks the gateway first.
  }
});

/**
 * The upstream in the names of what this browser stores: the one that the gateway named, in this page or last. Empty for
 * the embedded service.
 */
export const knownUpstream = (): string => namedUpstream.get() ?? lastUpstream() ?? "";

/**
 * The name under which this browser stores the records that a person opened: of the console's upstream, because records
 * of another have other ids, and of the person, because others use the same browser.
 */
export const toRecordsKey = (name: string): string => {
  const upstream = knownUpstream();
  return upstream === "" ? toOwnKey(name) : `${toOwnKey(name)} ${upstream}`;
};

/** Whether the gateway has named its upstream in this page. */
export const isUpstreamNamed = (): boolean => namedUpstream.get() !== undefined;

/** Calls back once the upstream is known; never while the gateway doesn't say it. */
export const whenUpstreamIsKnown = (callback: () => void): void =>
  void queryClient.ensureQueryData(connection()).then(callback, () => undefined);
