import { queryOptions } from "@tanstack/react-query";
import {
  decidableRmaStatuses,
  type Rma,
  type RmaItemUpdate,
  rmaOperations,
} from "#contract/rmas.ts";
import { type Answer, fetchAnswer, type Sending, type Urgency } from "./call.ts";
import { invalidate, queryClient, storeAnswer } from "./query-client.ts";
import { createRecordReader } from "./record-reader.ts";
import { fetchWholeList } from "./whole-list.ts";

/** The filter for the newest page of RMAs that can be decided. */
export const waitingRmas = {
  status: decidableRmaStatuses.join(","),
  pageNumber: 1,
  pageSize: 50,
} as const;

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

/* A queue is open for longer than other screens, and its rows are the cached records. */
queryClient.setQueryDefaults(["rmas", "detail"], { gcTime: 24 * 3_600_000 });

export const rmaLists = ["rmas", "list"] as const;

/** One page of RMAs, newest first. */
export const rmaList = (filter: RmaFilter, urgency: Urgency = "click") =>
  queryOptions({
    queryKey: [...rmaLists, filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(rmaOperations.listRmas, { query: filter as object, signal, urgency }),
  });

/** All matching RMAs, up to 200: one request per 50. */
export const wholeRmaList = (filter: RmaFilter) =>
  queryOptions({
    queryKey: [...rmaLists, "whole", filter] as const,
    queryFn: ({ signal }) =>
      fetchWholeList((page) =>
        fetchAnswer(rmaOperations.listRmas, {
          query: { ...filter, ...page } as object,
          signal,
          urgency: "click",
        }),
      ),
  });

export const readRma = createRecordReader<Rma>({
  operation: rmaOperations.getRma,
  read: (id, signal, urgency) =>
    fetchAnswer(rmaOperations.getRma, {
      params: { id },
      urgency,
      signal,
    }),
  sendEmptyUpdate: (id, urgency) =>
    fetchAnswer(rmaOperations.updateRmaItems, {
      params: { rmaId: id },
      body: [],
      urgency,
    }),
});

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
  void invalidate({ queryKey: rmaLists, refetchType: "none" });
};

export const invalidateRmas = (): void => void invalidate({ queryKey: rmaLists });

/** When this browser last sent a decision that didn't fail, by RMA, in ms. */
export const decisionTimes = new Map<number, number>();

/** Saves one decision to a version: the changed fields of the changed lines. Never retried automatically. */
export const sendRmaItems = (
  id: number,
  body: RmaItemUpdate[],
  headers: Sending,
  urgency: Urgency = "click",
): Promise<Answer<Rma>> => {
  decisionTimes.set(id, Date.now());
  const options = { params: { rmaId: id }, body, headers, urgency };
  const answer = fetchAnswer(rmaOperations.updateRmaItems, options);
  answer.catch(() => decisionTimes.delete(id));
  return answer;
};
