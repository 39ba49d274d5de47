import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import { type PurchaseOrder, purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { type Answer, answerOf, type Urgency } from "./call.ts";
import { queryClient } from "./query-client.ts";

/*
 * Reading only. `GET /purchase-orders/processing` changes records although it is a GET, so it is no query: nothing here
 * may call it.
 */

/** What the list of purchase orders can be narrowed by (neighbours). */
export interface PurchaseOrderFilter {
  filterStatus?: string | undefined;
  filterFulfilmentStatus?: string | undefined;
  filterSourceId?: string | undefined;
  filterSentAfter?: string | undefined;
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
