import { queryOptions } from "@tanstack/react-query";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import {
  receivedOrderOperations,
  type ReceivedOrdersRun,
  type ReceivedOrdersState,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { fetchAnswer, call, fetchRawAnswer } from "./call.ts";
import { invalidate, queryClient } from "./query-client.ts";

/*
 * Runs belong to the gateway: reading them costs no upstream request, so a running one may be polled. Starting a run is
 * a change that only a click sends, and that is never retried.
 */

const pollMs = 2_000;

/** One page of runs, newest first; reloaded while one is running. */
export const receivedOrdersList = (filter: {
  state?: ReceivedOrdersState | undefined;
  pageNumber: number;
  pageSize: number;
}) =>
  queryOptions({
    queryKey: ["received-orders", "list", filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(receivedOrderOperations.listReceivedOrders, { query: filter, signal }),
    refetchInterval: ({ state }) =>
      state.data?.value.some((run) => run.state === "dispatching") ? pollMs : false,
  });

/** One run with its orders. */
export const receivedOrdersDetail = (id: number) =>
  queryOptions({
    queryKey: ["received-orders", "detail", id] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(receivedOrderOperations.getReceivedOrders, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.value.state === "dispatching" ? pollMs : false),
  });

/** The latest run that received an order; null if this console received it in none that is still stored. */
export const runOfOrder = (orderId: number) =>
  queryOptions({
    queryKey: ["received-orders", "of-order", orderId] as const,
    queryFn: async ({ signal }): Promise<ReceivedOrdersRun | null> => {
      const { value } = await fetchAnswer(receivedOrderOperations.listReceivedOrders, {
        query: { orderId, pageSize: 1 },
        signal,
        urgency: "background",
      });
      // A gateway of an earlier version returns the latest run of all orders.
      return value.find(({ orderIds }) => orderIds?.includes(orderId)) ?? null;
    },
  });

/**
 * The orders that a run with unknown outcome may have moved; loaded on a click, because it costs several upstream
 * requests.
 */
export const receivedOrdersCandidates = (id: number) =>
  queryOptions({
    queryKey: ["received-orders", "candidates", id] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(receivedOrderOperations.listReceivedOrdersCandidates, {
        params: { id },
        signal,
        urgency: "click",
      }),
    staleTime: 0,
  });

/** The number of orders in Processing at a source, or at all sources, if the upstream counts. */
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

const invalidateReceived = () => {
  void invalidate({ queryKey: ["received-orders"] });
  void invalidate({ queryKey: ["purchase-orders"], refetchType: "none" });
};

/** A run is recorded before its call is sent. Until the call ends, the list is read again this often, so that it shows the run. */
const recordedMs = 1_000;

/** Takes the orders out of Processing, once. Resolves when the received orders are stored, which may take minutes. */
export const receiveOrders = async (sourceId: number | null): Promise<ReceivedOrdersRun> => {
  const list = { queryKey: ["received-orders", "list"] };
  const showRun = setInterval(() => {
    // Another read would break off the one that is under way.
    if (queryClient.isFetching(list) === 0) void invalidate(list);
  }, recordedMs);
  try {
    return await call(receivedOrderOperations.receiveOrders, {
      body: { sourceId },
      urgency: "click",
    });
  } finally {
    clearInterval(showRun);
    invalidateReceived();
  }
};

/** Records the outcome of an unknown run. */
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
    invalidateReceived();
  }
};

/** A run with its orders as the exact text that the gateway stored. */
export const receivedOrdersText = (id: number): Promise<string> =>
  fetchRawAnswer(receivedOrderOperations.getReceivedOrders, { params: { id }, urgency: "click" });
