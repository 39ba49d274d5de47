import { pageSize } from "#contract/limits.ts";
import type { Answer } from "#web/api/call.ts";

/** The progress of collecting records. */
export interface CollectProgress<R> {
  readonly pages: number;
  readonly records: readonly R[];
}

interface Collecting<R> {
  readonly readPage: (page: number, signal: AbortSignal) => Promise<Answer<R[]>>;
  /** The screen's filter in addition to the API's. */
  readonly fits: (record: R) => boolean;
  readonly report: (progress: CollectProgress<R>) => void;
}

/**
 * Returns a function that reads every matching record, page by page. It rejects with the error of a page; called again,
 * it goes on with that page.
 *
 * The end is the known total or an empty page, because a short page may be followed by others (neighbours). It is also a
 * page without new records: an upstream that doesn't support paging sends the same page each time. A record that moves
 * to the next page meanwhile counts once.
 */
export const createCollector = <R extends { id?: number | null | undefined }>({
  readPage,
  fits,
  report,
}: Collecting<R>): ((signal: AbortSignal) => Promise<R[]>) => {
  const byId = new Map<number, R>();
  let pages = 0;
  const listMatches = () => [...byId.values()].filter(fits);
  const takePage = async (signal: AbortSignal): Promise<boolean> => {
    const { value, total } = await readPage(pages + 1, signal);
    signal.throwIfAborted();
    const known = byId.size;
    for (const record of value) if (record.id) byId.set(record.id, record);
    pages += 1;
    report({ pages, records: listMatches() });
    return byId.size === known || (total !== undefined && pages * pageSize.maximum >= total);
  };
  return async (signal) => {
    while (!(await takePage(signal)));
    return listMatches();
  };
};
