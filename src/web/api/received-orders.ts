import { queryOptions } from "@tanstack/react-query";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import {
  receivedOrderOperations,
  type ReceivedOrdersRun,
  type ReceivedOrdersState,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { answerOf, call, rawAnswerOf } from "./call.ts";
import { queryClient } from "./query-client.ts";

/*
 * Runs are the gateway's own: reading them costs no request of the upstream's, so they may be asked for often while one
 * is under way. Starting a run is a change that is sent on a click alone and never repeated.
 */

const whileUnderWay = 2_000;

/** One page of runs, newest first; asked again while one is under way. */
export const receivedOrdersList = (filter: {
  state?: ReceivedOrdersState | undefined;
  pageNumber: number;
  pageSize: number;
}) =>
  queryOptions({
    queryKey: ["received-orders", "list", filter] as const,
    queryFn: ({ signal }) =>
      answerOf(receivedOrderOperations.listReceivedOrders, { query: filter, signal }),
    refetchInterval: ({ state }) =>
      state.data?.value.some((run) => run.state === "dispatching") ? whileUnderWay : false,
  });

/** One run with its orders. */
export const receivedOrdersDetail = (id: number) =>
  queryOptions({
    queryKey: ["received-orders", "detail", id] as const,
    queryFn: ({ signal }) =>
      answerOf(receivedOrderOperations.getReceivedOrders, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.value.state === "dispatching" ? whileUnderWay : false,
  });

/** The orders that an unknown run may have moved; asked for on a click, as it costs the upstream some requests. */
export const receivedOrdersCandidates = (id: number) =>
  queryOptions({
    queryKey: ["received-orders", "candidates", id] as const,
    queryFn: ({ signal }) =>
      answerOf(receivedOrderOperations.listReceivedOrdersCandidates, {
        params: { id },
        signal,
        urgency: "click",
      }),
    staleTime: 0,
  });

/** How many orders are in Processing at a source, or at all of them, where the upstream counts. */
export const processingCount = (sourceId: number | null) =>
  queryOptions({
    queryKey: ["purchase-orders", "count", "processing", sourceId] as const,
    queryFn: ({ signal }) =>
      call(purchaseOrderOperations.countPurchaseOrders, {
        query: {
          filterStatus: "processing",
          ...(sourceId === null ? {} : { filterSourceId: sourceId }),
        },
        signal,
        urgency: "screen",
      }),
    staleTime: 0,
  });

const stale = () => {
  void queryClient.invalidateQueries({ queryKey: ["received-orders"] });
  void queryClient.invalidateQueries({ queryKey: ["purchase-orders"], refetchType: "none" });
};

/** A run stands in the list as soon as it is written down, which is before its call leaves. */
const writtenDownMs = 500;

/** Takes the orders out of Processing, once. Answers when what came is kept for good, which may take minutes. */
export const receiveOrders = async (sourceId: number | null): Promise<ReceivedOrdersRun> => {
  const showRun = setTimeout(
    () => void queryClient.invalidateQueries({ queryKey: ["received-orders", "list"] }),
    writtenDownMs,
  );
  try {
    return await call(receivedOrderOperations.receiveOrders, {
      body: { sourceId },
      urgency: "click",
    });
  } finally {
    clearTimeout(showRun);
    stale();
  }
};

/** Says what became of an unknown run. */
export const settleReceivedOrders = async (
  id: number,
  settlement: SettlementRequest,
): Promise<ReceivedOrdersRun> => {
  try {
    return await call(receivedOrderOperations.settleReceivedOrders, {
      params: { id },
      body: settlement,
      urgency: "click",
    });
  } finally {
    stale();
  }
};

/** A run with its orders as text, character by character as the gateway keeps them. */
export const receivedOrdersText = (id: number): Promise<string> =>
  rawAnswerOf(receivedOrderOperations.getReceivedOrders, { params: { id }, urgency: "click" });
