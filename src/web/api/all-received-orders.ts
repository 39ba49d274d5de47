import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Answer } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { receivedOrdersDetail, receivedOrdersList } from "./received-orders.ts";

const maxPages = 4;

/**
 * The maximum number of runs that are searched. Runs are never deleted; older orders can be found in the runs
 * themselves.
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

/**
 * Collects the orders that this console received, latest run first. An order that was received twice appears as
 * received last. The total is missing if there are more runs than are searched.
 */
const collectOrders = async (): Promise<Answer<PurchaseOrder[]>> => {
  const byId = new Map<number | null | undefined, PurchaseOrder>();
  const { runs, whole } = await fetchRunsWithOrders();
  for (const { id } of runs) {
    const run = await queryClient.fetchQuery(receivedOrdersDetail(id));
    for (const order of run.value.orders) if (!byId.has(order.id)) byId.set(order.id, order);
  }
  return { value: [...byId.values()], problems: [], total: whole ? byId.size : undefined };
};

/**
 * Replaces the list of orders if the upstream has none: the gateway stores the received orders, and reading them costs
 * no upstream request.
 */
export const allReceivedOrders = () =>
  queryOptions({ queryKey: ["received-orders", "orders"] as const, queryFn: collectOrders });
