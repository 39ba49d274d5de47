import { queryOptions } from "@tanstack/react-query";
import { rmaOperations, type Rma, type RmaItemUpdate } from "#contract/rmas.ts";
import { pageSize } from "#contract/limits.ts";
import { type Answer, fetchAnswer, type Urgency, type Sending } from "./call.ts";
import { invalidate, queryClient, usualStaleTime } from "./query-client.ts";
import { fetchOldestRows, fetchWholeList } from "./whole-list.ts";
import { createRecordReader } from "./record-reader.ts";
import { storeAnswer } from "./store-answer.ts";

/** The filters of the RMA list (neighbours). */
export interface RmaFilter {
  status?: string | undefined;
  sourceId?: string | undefined;
  returnId?: string | undefined;
  rmaNumbers?: string | undefined;
  createdAfter?: string | undefined;
  updatedAfter?: string | undefined;
  pageNumber?: number | undefined;
  pageSize?: number | undefined;
}

const lists = ["rmas", "list"] as const;

/** One page of RMAs, newest first. */
export const rmaList = (filter: RmaFilter, urgency: Urgency = "click") =>
  queryOptions({
    queryKey: [...lists, filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(rmaOperations.listRmas, { query: filter as object, signal, urgency }),
  });

/** All matching RMAs, up to 200: one request per 50. */
export const wholeRmaList = (filter: RmaFilter) =>
  queryOptions({
    queryKey: [...lists, "whole", filter] as const,
    queryFn: ({ signal }) =>
      fetchWholeList((page) =>
        fetchAnswer(rmaOperations.listRmas, {
          query: { ...filter, ...page } as object,
          signal,
          urgency: "click",
        }),
      ),
  });

/** Loads one page of the RMAs that match a filter, past the query cache: a person waits for all of them. */
export const fetchRmas = (filter: RmaFilter, signal: AbortSignal) =>
  fetchAnswer(rmaOperations.listRmas, {
    query: { ...filter, pageSize: pageSize.maximum } as object,
    signal,
    urgency: "screen",
  });

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
  const queryKey = [...lists, "queue", filter] as const;
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
    queryKey: [...lists, "oldest", filter] as const,
    queryFn: () =>
      fetchOldestRows((page) =>
        queryClient.fetchQuery(rmaList({ ...filter, ...page }, "background")),
      ),
  });

/** Loads the current RMA. */
export const readRma = createRecordReader<Rma>({
  read: (id, signal, urgency) =>
    fetchAnswer(rmaOperations.getRma, {
      params: { id },
      urgency,
      ...(signal ? { signal } : {}),
    }),
  sendEmptyUpdate: (id, urgency) =>
    fetchAnswer(rmaOperations.updateRmaItems, {
      params: { rmaId: id },
      body: [],
      urgency,
    }),
});

/** Loads the current RMA, less urgent than a click. */
export const readRmaInRun = (id: number) => readRma(id, undefined, "screen");

export const rmaDetail = (id: number, urgency?: Urgency) =>
  queryOptions({
    queryKey: ["rmas", "detail", id] as const,
    queryFn: ({ signal }) => readRma(id, signal, urgency),
  });

/** All RMAs that are known without a request. */
export const listKnownRmas = (): Rma[] =>
  queryClient
    .getQueriesData<Answer<Rma>>({ queryKey: ["rmas", "detail"] })
    .flatMap(([, answer]) => answer?.value ?? []);

/** Replaces the cached RMA with an answer, and marks the lists and its return as stale without reloading them. */
export const cacheRma = (id: number, answer: Answer<Rma>): void => {
  storeAnswer(rmaDetail(id).queryKey, answer);
  const { returnId } = answer.value;
  const isItsReturn = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] === "returns" && queryKey[1] !== "list" && queryKey[2] === returnId;
  if (returnId) void invalidate({ predicate: isItsReturn, refetchType: "none" });
  void invalidate({ queryKey: lists, refetchType: "none" });
};

/** Loads the lists on the screen again. */
export const invalidateRmas = (): void => void invalidate({ queryKey: lists });

/** Saves one decision to a version: the changed fields of the changed lines. Never retried automatically. */
export const sendRmaItems = (
  id: number,
  body: RmaItemUpdate[],
  headers: Sending,
  urgency: Urgency = "click",
): Promise<Answer<Rma>> =>
  fetchAnswer(rmaOperations.updateRmaItems, { params: { rmaId: id }, body, headers, urgency });
