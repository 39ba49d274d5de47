import { queryOptions } from "@tanstack/react-query";
import { purchaseOrderOperations } from "#contract/purchase-orders.ts";
import { answerOf, type Urgency } from "./call.ts";

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
