import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { type Answer, answerOf, type Urgency } from "./call.ts";
import { queryClient } from "./query-client.ts";

/*
 * `GET /purchase-orders/processing` changes records although it is a GET, so it is no query: nothing here may call it.
 */

/** What the list of purchase orders can be narrowed by (neighbours). */
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
      answerOf(purchaseOrderOperations.listPurchaseOrders, {
        query: filter as object,
        signal,
        urgency,
      }),
  });

/** How many orders fit a filter: a request of its own, so it goes behind everything and is believed for a while. */
export const purchaseOrderCount = (filter: PurchaseOrderFilter) =>
  queryOptions({
    queryKey: ["purchase-orders", "count", filter] as const,
    queryFn: ({ signal }) =>
      answerOf(purchaseOrderOperations.countPurchaseOrders, {
        query: filter as object,
        signal,
        urgency: "background",
      }),
    staleTime: 5 * 60_000,
  });

/** One purchase order with all that belongs to it. */
export const purchaseOrderDetail = (id: number) =>
  queryOptions({
    queryKey: ["purchase-orders", "detail", id] as const,
    queryFn: ({ signal }) =>
      answerOf(purchaseOrderOperations.getPurchaseOrder, {
        params: { id },
        signal,
        urgency: "click",
      }),
  });

/** One order as it is now, past every cache. */
export const readPurchaseOrder = (id: number): Promise<Answer<PurchaseOrder>> =>
  answerOf(purchaseOrderOperations.getPurchaseOrder, { params: { id }, urgency: "click" });

/** What changes one order's status; each call is sent once. */
export const sendOrderMove = {
  acknowledge: (id: number, urgency: Urgency): Promise<Answer<PurchaseOrder>> =>
    answerOf(purchaseOrderOperations.acknowledgePurchaseOrder, { params: { id }, urgency }),
  process: (id: number, urgency: Urgency): Promise<Answer<PurchaseOrder>> =>
    answerOf(purchaseOrderOperations.processPurchaseOrder, { params: { id }, urgency }),
};

/** Shows an order as it was just answered wherever it stands, without asking for it again. */
export const keepPurchaseOrder = (answer: Answer<PurchaseOrder>): PurchaseOrder => {
  const { value: order } = answer;
  if (typeof order.id === "number")
    queryClient.setQueryData(purchaseOrderDetail(order.id).queryKey, answer);
  queryClient.setQueriesData<Answer<PurchaseOrder[]>>(
    { queryKey: ["purchase-orders", "list"] },
    (held) =>
      held && {
        ...held,
        value: held.value.map((one) => (one.id === order.id ? order : one)),
      },
  );
  return order;
};

/** Orders have moved: lists and counts are read again when they are next looked at, and now where they are. */
export const ordersHaveMoved = (): void => {
  void queryClient.invalidateQueries({ queryKey: ["purchase-orders", "list"] });
  void queryClient.invalidateQueries({ queryKey: ["purchase-orders", "count"] });
};

/** One page of the orders that fit a filter, past the cache: a person waits for all of them. */
export const pageOfOrders = (filter: PurchaseOrderFilter, signal: AbortSignal) =>
  answerOf(purchaseOrderOperations.listPurchaseOrders, {
    query: { ...filter, filterPageSize: pageSize.maximum },
    signal,
    urgency: "screen",
  });

/** One page of whole purchase orders, newest first: what mapping rules are tried on. Behind everything else. */
export const wholePageOfOrders = (page: number, signal: AbortSignal) =>
  answerOf(purchaseOrderOperations.listPurchaseOrders, {
    query: { filterPageNumber: page, filterPageSize: pageSize.maximum },
    signal,
    urgency: "background",
  });

/** Every purchase order that this page still has from a list or a detail, for an upstream that lists none. */
export const ordersInMemory = (): PurchaseOrder[] => {
  const answers = queryClient.getQueriesData<Answer<PurchaseOrder | PurchaseOrder[]>>({
    predicate: ({ queryKey: [resource, view] }) =>
      resource === "purchase-orders" && (view === "list" || view === "detail"),
  });
  const orders = answers.flatMap(([, answer]) => answer?.value ?? []);
  return [...new Map(orders.map((order) => [order.id, order])).values()];
};
