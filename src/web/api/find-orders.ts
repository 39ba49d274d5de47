import { pageSize } from "#contract/limits.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ApiError } from "#web/base/api-error.ts";
import {
  cachePurchaseOrder,
  fetchOrders,
  listCachedOrders,
  purchaseOrderDetail,
  purchaseOrderList,
} from "./purchase-orders.ts";
import { queryClient } from "./query-client.ts";

/** The purchase orders of a customer's order, for its returns. */
export interface WantedOrders {
  readonly orderId: number;
  /** The sources that shipped it; empty if unknown. */
  readonly sourceIds: readonly number[];
  readonly named: readonly number[];
}

/** The API can't filter purchase orders by their order ID, so the pages of shipped ones are searched. */
const filterOf = (sourceId: number | undefined) => ({
  filterSourceId: sourceId === undefined ? undefined : String(sourceId),
  filterFulfilmentStatus: "shipped,partially_shipped",
  filterPageSize: pageSize.maximum,
});

/** Searches one page per source; more would delay what a person asks for. */
const mostSources = 3;
const mostPages = 20;

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const readNamed = async (id: number): Promise<PurchaseOrder[]> => {
  try {
    return [(await queryClient.fetchQuery(purchaseOrderDetail(id, "background"))).value];
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
};

const searchSource = async (
  { orderId }: WantedOrders,
  sourceId: number | undefined,
): Promise<PurchaseOrder[]> => {
  const isWanted = (order: PurchaseOrder) =>
    order.orderId === orderId && (sourceId === undefined || order.sourceId === sourceId);
  const known = listCachedOrders().filter(isWanted);
  if (known.length > 0) return known;
  const page = await queryClient.fetchQuery(purchaseOrderList(filterOf(sourceId), "background"));
  return page.value.filter(isWanted);
};

const sourcesOf = ({ sourceIds }: WantedOrders): (number | undefined)[] =>
  sourceIds.length === 0 ? [undefined] : sourceIds.slice(0, mostSources);

/**
 * Finds the purchase orders of a customer's order: those that a record names, then in what this browser has loaded, then
 * among the newest shipped orders of each source, with one request for each. Background priority.
 */
export const findOrders = async (wanted: WantedOrders): Promise<PurchaseOrder[]> => {
  const named = await Promise.all(wanted.named.map(readNamed));
  const found = named.flat().filter(({ orderId }) => orderId === wanted.orderId);
  if (found.length > 0) return found;
  const searched = await Promise.all(
    sourcesOf(wanted).map((sourceId) => searchSource(wanted, sourceId)),
  );
  return searched.flat();
};

/** Searches the older pages, up to 1,000 orders of each source, until one has the order: a person asked for it. */
export const findOlderOrders = async (
  wanted: WantedOrders,
  signal: AbortSignal,
): Promise<PurchaseOrder[]> => {
  for (const sourceId of sourcesOf(wanted))
    for (let filterPageNumber = 2; filterPageNumber <= mostPages; filterPageNumber++) {
      const { value } = await fetchOrders({ ...filterOf(sourceId), filterPageNumber }, signal);
      const found = value.filter(({ orderId }) => orderId === wanted.orderId);
      // The screens of its RMAs find it without another search.
      for (const order of found)
        cachePurchaseOrder({ value: order, problems: [], total: undefined });
      if (found.length > 0) return found;
      if (value.length === 0) break;
    }
  return [];
};
