import { queryOptions } from "@tanstack/react-query";
import { type ReturnModel, returnOperations, type ReturnUpdate } from "#contract/returns.ts";
import { whenDrawn } from "#web/base/when-idle.ts";
import { type Answer, fetchAnswer, type Urgency, type Sending } from "./call.ts";
import { invalidate, queryClient, usualStaleTime, storeAnswer } from "./query-client.ts";
import { fetchWholeList } from "./whole-list.ts";
import { createRecordReader } from "./record-reader.ts";

export interface ReturnFilter {
  status?: string | undefined;
  channelId?: string | undefined;
  orderId?: string | undefined;
  updatedAfter?: string | undefined;
  pageNumber?: number | undefined;
  pageSize?: number | undefined;
}

const lists = ["returns", "list"] as const;

/** One page of returns, newest first, without their RMAs: the list shows only their number. */
export const returnList = (filter: ReturnFilter, urgency: Urgency = "click") =>
  queryOptions({
    queryKey: [...lists, filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(returnOperations.listReturns, { query: filter as object, signal, urgency }),
  });

/** The number of matching returns, if the API says it: null if it doesn't. Counted after what a person waits for. */
export const returnCount = (filter: ReturnFilter) =>
  queryOptions({
    queryKey: [...lists, "count", filter] as const,
    queryFn: async ({ signal }) => {
      await whenDrawn();
      const { total } = await fetchAnswer(returnOperations.listReturns, {
        query: { ...filter, pageNumber: 1, pageSize: 1 } as object,
        signal,
        urgency: "background",
      });
      return total ?? null;
    },
    staleTime: 5 * 60_000,
  });

/** All matching returns, up to 200: one request per 50. */
export const wholeReturnList = (filter: ReturnFilter) =>
  queryOptions({
    queryKey: [...lists, "whole", filter] as const,
    queryFn: ({ signal }) =>
      fetchWholeList((page) =>
        fetchAnswer(returnOperations.listReturns, {
          query: { ...filter, ...page } as object,
          signal,
          urgency: "click",
        }),
      ),
  });

export const readReturn = createRecordReader<ReturnModel>({
  operation: returnOperations.getReturn,
  read: (id, signal) =>
    fetchAnswer(returnOperations.getReturn, {
      params: { id },
      urgency: "click",
      signal,
    }),
  sendEmptyUpdate: (id) =>
    fetchAnswer(returnOperations.updateReturn, { params: { id }, body: {}, urgency: "click" }),
});

export const returnDetail = (id: number) =>
  queryOptions({
    queryKey: ["returns", "detail", id] as const,
    queryFn: ({ signal }) => readReturn(id, signal),
  });

/**
 * The return of an RMA, as secondary content of the RMA's screen: a new one in the cache, otherwise a read. It never sends
 * an empty update: opening an RMA must not send a change of another record.
 */
export const returnBesideRma = (id: number) =>
  queryOptions({
    queryKey: ["returns", "beside", id] as const,
    queryFn: async ({ signal }) => {
      const { queryKey } = returnDetail(id);
      const state = queryClient.getQueryState(queryKey);
      const isNew = Date.now() - (state?.dataUpdatedAt ?? 0) < usualStaleTime;
      if (state?.data && isNew && !state.isInvalidated) return state.data;
      const answer = await fetchAnswer(returnOperations.getReturn, {
        params: { id },
        signal,
        urgency: "background",
      });
      return queryClient.setQueryData(queryKey, answer) ?? answer;
    },
  });

/** Replaces the cached return with an answer, and marks the lists as stale without reloading them. */
export const cacheReturn = (id: number, answer: Answer<ReturnModel>): void => {
  storeAnswer(returnDetail(id).queryKey, answer);
  storeAnswer(returnBesideRma(id).queryKey, answer);
  void invalidate({ queryKey: lists, refetchType: "none" });
};

/** Saves the changed fields of a version of a return. Never retried automatically. */
export const sendReturn = (
  id: number,
  body: ReturnUpdate,
  headers: Sending,
): Promise<Answer<ReturnModel>> =>
  fetchAnswer(returnOperations.updateReturn, { params: { id }, body, headers, urgency: "click" });
