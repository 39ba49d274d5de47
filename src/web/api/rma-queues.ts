import { queryOptions } from "@tanstack/react-query";
import type { Rma } from "#contract/rmas.ts";
import type { Answer } from "./call.ts";
import { queryClient, usualStaleTime } from "./query-client.ts";
import { rmaDetail, type RmaFilter, rmaList, rmaLists } from "./rmas.ts";
import { fetchWholeList, maxRows, pageSize, type WholeList, withoutRepeats } from "./whole-list.ts";

/* The queues of RMAs. Apart from `rmas.ts`, which belongs to the first load. */

/** Like `fetchWholeList`, but of a longer list the last two pages, where the oldest rows are. `total` counts all rows. */
const fetchOldestRows = async <R extends { id?: number | null | undefined }>(
  readPage: (page: { pageNumber: number; pageSize: number }) => Promise<Answer<R[]>>,
): Promise<WholeList<R>> => {
  const first = await readPage({ pageNumber: 1, pageSize });
  const { total = 0 } = first;
  if (total <= maxRows)
    return fetchWholeList((page) =>
      page.pageNumber === 1 ? Promise.resolve(first) : readPage(page),
    );
  const last = Math.ceil(total / pageSize);
  const older = await readPage({ pageNumber: last - 1, pageSize });
  const oldest = await readPage({ pageNumber: last, pageSize });
  const value = withoutRepeats([...older.value, ...oldest.value]);
  return { value, problems: [...older.problems, ...oldest.problems], total, cut: true };
};

/** Stores listed RMAs as records, unless a newer one is known, so that they open without a request. */
const storeListed = (rmas: readonly Rma[], updatedAt: number): void => {
  for (const value of rmas) {
    if (!value.id) continue;
    const key = rmaDetail(value.id).queryKey;
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) < updatedAt)
      queryClient.setQueryData(key, { value, problems: [], total: undefined }, { updatedAt });
  }
};

/** All matching RMAs, or of more than 200 the oldest 100, which the API lists last. Each is stored as a record. */
export const rmaQueue = (filter: RmaFilter) => {
  const queryKey = [...rmaLists, "queue", filter] as const;
  return queryOptions({
    queryKey,
    queryFn: () => {
      // When the queue opens, the pages of the screen before it are used, if they are new.
      const isFirst = queryClient.getQueryData(queryKey) === undefined;
      return fetchOldestRows(async (page) => {
        const startedAt = Date.now();
        const list = rmaList({ ...filter, ...page });
        const answer = await queryClient.fetchQuery({
          ...list,
          staleTime: isFirst ? usualStaleTime : 0,
        });
        const { dataUpdatedAt = 0 } = queryClient.getQueryState(list.queryKey) ?? {};
        storeListed(answer.value, Math.min(startedAt, dataUpdatedAt));
        return answer;
      });
    },
  });
};

/**
 * Like `rmaQueue`, but in the background, and without storing the rows as records: the RMA on the screen is complete and
 * may be newer. Pages that other screens have loaded are used, if they are new.
 */
export const oldestRmas = (filter: RmaFilter) =>
  queryOptions({
    queryKey: [...rmaLists, "oldest", filter] as const,
    queryFn: () =>
      fetchOldestRows((page) =>
        queryClient.fetchQuery(rmaList({ ...filter, ...page }, "background")),
      ),
  });
