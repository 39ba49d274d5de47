import { queryOptions } from "@tanstack/react-query";
import { rmaOperations, type Rma, type RmaItemUpdate } from "#contract/rmas.ts";
import { type Answer, fetchAnswer, type Urgency } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { fetchWholeList } from "./whole-list.ts";
import { createRecordReader } from "./record-reader.ts";

/** The filters of the RMA list (neighbours). */
export interface RmaFilter {
  status?: string | undefined;
  sourceId?: string | undefined;
  returnId?: string | undefined;
  rmaNumbers?: string | undefined;
  createdAfter?: string | undefined;
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
export const wholeRmaList = (filter: RmaFilter, urgency: Urgency = "click") =>
  queryOptions({
    queryKey: [...lists, "whole", filter] as const,
    queryFn: ({ signal }) =>
      fetchWholeList((page) =>
        fetchAnswer(rmaOperations.listRmas, {
          query: { ...filter, ...page } as object,
          signal,
          urgency,
        }),
      ),
  });

/** Loads the current RMA. */
export const readRma = createRecordReader<Rma>({
  read: (id, signal) =>
    fetchAnswer(rmaOperations.getRma, {
      params: { id },
      urgency: "click",
      ...(signal ? { signal } : {}),
    }),
  sendEmptyUpdate: (id) =>
    fetchAnswer(rmaOperations.updateRmaItems, {
      params: { rmaId: id },
      body: [],
      urgency: "click",
    }),
});

export const rmaDetail = (id: number) =>
  queryOptions({
    queryKey: ["rmas", "detail", id] as const,
    queryFn: ({ signal }) => readRma(id, signal),
  });

/** Replaces the cached RMA with an answer, and marks the lists as stale without reloading them. */
export const cacheRma = (id: number, answer: Answer<Rma>): void => {
  queryClient.setQueryData(rmaDetail(id).queryKey, answer);
  void queryClient.invalidateQueries({ queryKey: lists, refetchType: "none" });
};

/** Saves one decision: the changed fields of the changed lines. Never retried automatically. */
export const sendRmaItems = (id: number, changes: RmaItemUpdate[]): Promise<Answer<Rma>> =>
  fetchAnswer(rmaOperations.updateRmaItems, {
    params: { rmaId: id },
    body: changes,
    urgency: "click",
  });
