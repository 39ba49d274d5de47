import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import {
  receivedOrderOperations,
  type ReceivedOrdersRun,
  type ReceivedOrdersState,
  type SettlementRequest,
} from "#contract/received-orders.ts";
import { ApiError } from "#web/base/api-error.ts";
import { type Answer, call, fetchAnswer, fetchRawAnswer } from "./call.ts";
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

const maxPages = 4;

/**
 * The maximum number of runs that are searched. Older orders can be found in the runs themselves, until the gateway
 * removes these because of their age.
 */
export const maxSearchedRuns = maxPages * pageSize.maximum;

const fetchRunsWithOrders = async (): Promise<{ runs: ReceivedOrdersRun[]; whole: boolean }> => {
  const runs: ReceivedOrdersRun[] = [];
  let total: number | undefined;
  for (let pageNumber = 1; pageNumber <= maxPages; pageNumber++) {
    const page = await queryClient.fetchQuery(
      receivedOrdersList({ pageNumber, pageSize: pageSize.maximum }),
    );
    runs.push(...page.value);
    total = page.total;
    if (page.value.length < pageSize.maximum) break;
  }
  return {
    runs: runs.filter(({ orderCount }) => orderCount > 0),
    whole: runs.length >= (total ?? runs.length),
  };
};

/** The orders of a run; none if it was removed since the list of runs was read. */
const fetchOrders = async (id: number): Promise<PurchaseOrder[]> => {
  try {
    return (await queryClient.fetchQuery(receivedOrdersDetail(id))).value.orders;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
};

/**
 * Collects the orders that this console received, latest run first. An order that was received twice appears as
 * received last. The total is missing if there are more runs than are searched.
 */
const collectOrders = async (): Promise<Answer<PurchaseOrder[]>> => {
  const byId = new Map<number | null | undefined, PurchaseOrder>();
  const { runs, whole } = await fetchRunsWithOrders();
  for (const { id } of runs)
    for (const order of await fetchOrders(id)) if (!byId.has(order.id)) byId.set(order.id, order);
  return { value: [...byId.values()], problems: [], total: whole ? byId.size : undefined };
};

/**
 * Replaces the list of orders if the upstream has none: the gateway stores the received orders, and reading them costs
 * no upstream request.
 */
export const allReceivedOrders = () =>
  queryOptions({ queryKey: ["received-orders", "orders"] as const, queryFn: collectOrders });
