import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { receivedOrdersDetail, receivedOrdersList } from "./received-orders.ts";

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
