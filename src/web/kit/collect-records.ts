import type { FetchQueryOptions, QueryKey } from "@tanstack/react-query";
import type { Answer } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";

/** The name of one row of a list, and of several. */
export type Nouns = readonly [one: string, many: string];

/** How to load all rows of a list, beyond the page on the screen. */
export interface AllRows<R> {
  /** Loads a page as it is now, from page 1. */
  readonly readPage: (page: number) => Promise<Answer<readonly R[]>>;
  /** The screen's filter in addition to the API's. */
  readonly fits?: (row: R) => boolean;
}

/** Loads what a query loads, as it is now: a person waits for all pages of a list. */
export const readNow = <T, K extends QueryKey>(
  query: FetchQueryOptions<T, Error, T, K>,
): Promise<T> => queryClient.fetchQuery({ ...query, staleTime: 0 });

/** The progress of collecting rows. */
export interface CollectProgress {
  /** The number of rows that were loaded. */
  readonly loaded: number;
  /** The number of those that match. */
  readonly matching: number;
}

interface Collecting<R> extends AllRows<R> {
  readonly rowId: (row: R) => string;
  readonly report: (progress: CollectProgress) => void;
}

/**
 * Returns a function that reads every matching row, page by page. It rejects with the error of a page; called again,
 * it goes on with that page.
 *
 * The end is the known total or an empty page, because a short page may be followed by others (neighbours). It is also a
 * page without new rows: an upstream that doesn't support paging sends the same page each time. A row that moves to the
 * next page meanwhile counts once.
 */
export const createCollector = <R>({
  readPage,
  fits = () => true,
  rowId,
  report,
}: Collecting<R>): ((signal: AbortSignal) => Promise<R[]>) => {
  const byId = new Map<string, R>();
  let pages = 0;
  let loaded = 0;
  const listMatches = () => [...byId.values()].filter(fits);
  const takePage = async (signal: AbortSignal): Promise<boolean> => {
    const { value, total } = await readPage(pages + 1);
    signal.throwIfAborted();
    const known = byId.size;
    for (const row of value) byId.set(rowId(row), row);
    pages += 1;
    loaded += value.length;
    report({ loaded, matching: listMatches().length });
    return byId.size === known || (total !== undefined && loaded >= total);
  };
  return async (signal) => {
    while (!(await takePage(signal)));
    return listMatches();
  };
};
