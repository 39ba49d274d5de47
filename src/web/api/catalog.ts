import { queryOptions } from "@tanstack/react-query";
import {
  type CatalogLine,
  type CatalogMatches,
  catalogOperations,
  type CatalogState,
  maxCatalogRows,
  maxLineCodes,
  maxSamples,
  maxSearchLength,
  type ProductQuery,
  type ProductRow,
} from "#contract/catalog.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";

/* The gateway's catalog: it keeps the products of a channel and searches them. No call reaches the upstream. */

const busyMs = 2_000;
const calmMs = 30_000;

/** A check that a person asked for is seldom over sooner, and takes effect within this time. */
const checkMs = 700;
const effectMs = 15_000;
const askedAt = new Map<number, number>();

const isCalm = (channelId: number, { phase, opening }: CatalogState): boolean =>
  (phase === "fresh" || phase === "off") &&
  opening === null &&
  Date.now() - (askedAt.get(channelId) ?? 0) > effectMs;

/** The state of a channel's catalog; read again while the page is visible, more often while it changes. */
export const catalogState = (channelId: number) =>
  queryOptions({
    queryKey: ["catalog", "state", channelId] as const,
    queryFn: ({ signal }) =>
      call(catalogOperations.getCatalog, { params: { channelId }, urgency: "click", signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data && isCalm(channelId, data) ? calmMs : busyMs),
  });

/** Keeps the state that another answer brought. The same state again must not render the screen. */
const storeState = (channelId: number, state: CatalogState): void => {
  const { queryKey } = catalogState(channelId);
  const known = queryClient.getQueryData(queryKey);
  if (JSON.stringify(known) !== JSON.stringify(state)) queryClient.setQueryData(queryKey, state);
};

/** Looks for changed products now, or reads all products again. */
export const checkCatalog = async (channelId: number, everything: boolean): Promise<void> => {
  askedAt.set(channelId, Date.now());
  const params = { channelId };
  const body = { everything };
  storeState(channelId, await call(catalogOperations.checkCatalog, { params, body }));
  const { queryKey } = catalogState(channelId);
  setTimeout(() => void queryClient.invalidateQueries({ queryKey }), checkMs);
};

export interface SearchRequest {
  readonly query: ProductQuery;
  /** The position of the first row, from 0, and the number of rows. */
  readonly first: number;
  readonly count: number;
  readonly facets?: boolean;
}

export type SearchCatalog = (
  request: SearchRequest,
  signal?: AbortSignal,
) => Promise<CatalogMatches>;

/** Searches the products of a channel. */
export const searchCatalog =
  (channelId: number): SearchCatalog =>
  async (body, signal) => {
    const matches = await call(catalogOperations.searchCatalog, {
      params: { channelId },
      body,
      urgency: "click",
      signal,
    });
    storeState(channelId, matches.state);
    return matches;
  };

/** Reads matches from one position to another, window by window; all of them by default. */
export async function* readMatches(
  search: SearchCatalog,
  query: ProductQuery,
  { first = 0, last = Number.POSITIVE_INFINITY }: { first?: number; last?: number },
  signal: AbortSignal,
): AsyncGenerator<{ readonly rows: readonly ProductRow[]; readonly total: number }> {
  // A catalog that changes meanwhile may move a product to another window.
  const seen = new Set<number>();
  for (let from = first; from <= last; from += maxCatalogRows) {
    const count = Math.min(maxCatalogRows, last + 1 - from);
    const { rows, total } = await search({ query, first: from, count }, signal);
    signal.throwIfAborted();
    yield { rows: rows.filter(({ id }) => !seen.has(id)), total };
    for (const { id } of rows) seen.add(id);
    if (from + count >= total) return;
  }
}

/** A summary of a channel as of an epoch, with days of a time zone; "" is the browser's. */
export const catalogOverview = (channelId: number, timeZone: string, epoch: string | undefined) =>
  queryOptions({
    queryKey: ["catalog", "overview", channelId, timeZone, epoch] as const,
    queryFn: ({ signal }) =>
      call(catalogOperations.getCatalogOverview, {
        params: { channelId },
        query: { timeZone: timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone },
        urgency: "click",
        signal,
      }),
    enabled: epoch !== undefined,
    gcTime: 0,
  });

/** One product as the gateway last read it; 404 if it doesn't have it. */
export const catalogProduct = (channelId: number, id: number) =>
  queryOptions({
    queryKey: ["catalog", "product", channelId, id] as const,
    queryFn: ({ signal }) =>
      call(catalogOperations.getCatalogProduct, {
        params: { channelId, id },
        urgency: "click",
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });

/** The values of a field that match a text; asked again while the gateway counts them. */
export const fieldValues = (
  channelId: number,
  body: { readonly field: string; readonly entry: string | null; readonly text: string },
) =>
  queryOptions({
    queryKey: ["catalog", "values", channelId, body] as const,
    queryFn: ({ signal }) =>
      call(catalogOperations.findFieldValues, { params: { channelId }, body, signal }),
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => (data === null ? busyMs : false),
  });

/** Whole products, those that were not updated for the longest time first. */
export const fetchSamples = (
  channelId: number,
  first: number,
  wanted: number,
  signal: AbortSignal,
) =>
  call(catalogOperations.listCatalogSamples, {
    params: { channelId },
    body: { first, count: Math.min(maxSamples, wanted) },
    urgency: "background",
    signal,
  });

/** The products of SKUs, in all catalogs, those of the given channel first. */
export const fetchLines = async (
  skus: readonly string[],
  channelId: number | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, CatalogLine>> => {
  const wanted = skus.filter((sku) => sku.length <= maxSearchLength);
  const found = new Map<string, CatalogLine>();
  for (let from = 0; from < wanted.length; from += maxLineCodes) {
    const body = { skus: wanted.slice(from, from + maxLineCodes), channelId };
    const lines = await call(catalogOperations.findCatalogLines, { body, signal });
    for (const [sku, line] of Object.entries(lines)) found.set(sku, line);
  }
  return found;
};
