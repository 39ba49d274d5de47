import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { type Answer, fetchAnswer, type Urgency } from "./call.ts";
import { whenDrawn } from "#web/base/when-idle.ts";
import { invalidate, queryClient, isOlder, storeAnswer } from "./query-client.ts";
import { fetchWholeList, withoutRepeats } from "./whole-list.ts";

/*
 * `GET /purchase-orders/processing` changes records although it is a GET, so it is not a query: nothing here may call
 * it.
 */

export interface PurchaseOrderFilter {
  filterStatus?: string | undefined;
  filterFulfilmentStatus?: string | undefined;
  filterSourceId?: string | undefined;
  filterSentAfter?: string | undefined;
  filterGeneratedAfter?: string | undefined;
  filterUpdatedAfter?: string | undefined;
  poNumbers?: string | undefined;
  filterPageNumber?: number | undefined;
  filterPageSize?: number | undefined;
}

/** One page of purchase orders, newest first. */
export const purchaseOrderList = (filter: PurchaseOrderFilter, urgency: Urgency = "click") =>
  queryOptions({
    queryKey: ["purchase-orders", "list", filter] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(purchaseOrderOperations.listPurchaseOrders, {
        query: filter as object,
        signal,
        urgency,
      }),
  });

/** All matching purchase orders, up to 200: one request per 50. */
export const wholePurchaseOrderList = (filter: PurchaseOrderFilter) =>
  queryOptions({
    queryKey: ["purchase-orders", "list", "whole", filter] as const,
    queryFn: ({ signal }) =>
      fetchWholeList(({ pageNumber: filterPageNumber, pageSize: filterPageSize }) =>
        fetchAnswer(purchaseOrderOperations.listPurchaseOrders, {
          query: { ...filter, filterPageNumber, filterPageSize } as object,
          signal,
          urgency: "click",
        }),
      ),
  });

/**
 * The number of orders that match a filter. It costs a separate request, so it is sent after what is drawn now, has
 * background priority and a long cache time.
 */
export const purchaseOrderCount = (filter: PurchaseOrderFilter) =>
  queryOptions({
    queryKey: ["purchase-orders", "count", filter] as const,
    queryFn: async ({ signal }) => {
      await whenDrawn();
      return fetchAnswer(purchaseOrderOperations.countPurchaseOrders, {
        query: filter as object,
        signal,
        urgency: "background",
      });
    },
    staleTime: 5 * 60_000,
  });

export const purchaseOrderDetail = (id: number, urgency: Urgency = "click") =>
  queryOptions({
    queryKey: ["purchase-orders", "detail", id] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(purchaseOrderOperations.getPurchaseOrder, { params: { id }, signal, urgency }),
  });

/** Loads the current purchase order, past the query cache. */
export const readPurchaseOrder = (id: number): Promise<Answer<PurchaseOrder>> =>
  fetchAnswer(purchaseOrderOperations.getPurchaseOrder, { params: { id }, urgency: "click" });

/** Changes the status of one order; each call is sent once. */
export const changeOrderStatus = {
  acknowledge: (id: number, urgency: Urgency): Promise<Answer<PurchaseOrder>> =>
    fetchAnswer(purchaseOrderOperations.acknowledgePurchaseOrder, { params: { id }, urgency }),
  start: (id: number, urgency: Urgency): Promise<Answer<PurchaseOrder>> =>
    fetchAnswer(purchaseOrderOperations.startPurchaseOrder, { params: { id }, urgency }),
  process: (id: number, urgency: Urgency): Promise<Answer<PurchaseOrder>> =>
    fetchAnswer(purchaseOrderOperations.processPurchaseOrder, { params: { id }, urgency }),
};

/**
 * Updates an order in all cached lists and its detail from an answer, without reloading it; the newest version stays.
 * Returns the answer's order.
 */
export const cachePurchaseOrder = (answer: Answer<PurchaseOrder>): PurchaseOrder => {
  const { value: order } = answer;
  if (typeof order.id === "number") storeAnswer(purchaseOrderDetail(order.id).queryKey, answer);
  queryClient.setQueriesData<Answer<PurchaseOrder[]>>(
    { queryKey: ["purchase-orders", "list"] },
    (cached) =>
      cached && {
        ...cached,
        value: cached.value.map((one) =>
          one.id === order.id && !isOlder(order, one) ? order : one,
        ),
      },
  );
  return order;
};

/** Marks lists and counts as stale after status changes: visible ones reload now, others when they are shown. */
export const invalidateOrders = (): void => {
  void invalidate({ queryKey: ["purchase-orders", "list"] });
  void invalidate({ queryKey: ["purchase-orders", "count"] });
};

/** Marks an order as stale, and loads it again if it is on the screen: what is shown of it is no longer true. */
export const invalidateOrder = (id: number): void =>
  void invalidate({ queryKey: purchaseOrderDetail(id).queryKey });

/** Loads one page of the orders that match a filter, past the query cache: a person waits for all of them. */
export const fetchOrders = (filter: PurchaseOrderFilter, signal: AbortSignal) =>
  fetchAnswer(purchaseOrderOperations.listPurchaseOrders, {
    query: { ...filter, filterPageSize: pageSize.maximum },
    signal,
    urgency: "screen",
  });

/** Loads one page of complete purchase orders, newest first, as test records for mapping rules. Background priority. */
export const fetchWholeOrders = (page: number, signal: AbortSignal) =>
  fetchAnswer(purchaseOrderOperations.listPurchaseOrders, {
    query: { filterPageNumber: page, filterPageSize: pageSize.maximum },
    signal,
    urgency: "background",
  });

/** All purchase orders in the query cache, for an upstream without a list. */
export const listCachedOrders = (): PurchaseOrder[] => {
  const answers = queryClient.getQueriesData<Answer<PurchaseOrder | PurchaseOrder[]>>({
    predicate: ({ queryKey: [resource, view] }) =>
      resource === "purchase-orders" && (view === "list" || view === "detail"),
  });
  return withoutRepeats(answers.flatMap(([, answer]) => answer?.value ?? []));
};
