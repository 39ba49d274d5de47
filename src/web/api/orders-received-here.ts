import { queryOptions } from "@tanstack/react-query";
import { pageSize } from "#contract/limits.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReceivedOrdersRun } from "#contract/received-orders.ts";
import type { Answer } from "./call.ts";
import { queryClient } from "./query-client.ts";
import { receivedOrdersDetail, receivedOrdersList } from "./received-orders.ts";

/** Runs are kept for good; beyond so many of them, older orders are looked up in the runs themselves. */
const maxPages = 4;

const runsWithOrders = async (): Promise<ReceivedOrdersRun[]> => {
  const runs: ReceivedOrdersRun[] = [];
  for (let pageNumber = 1; pageNumber <= maxPages; pageNumber++) {
    const page = await queryClient.fetchQuery(
      receivedOrdersList({ pageNumber, pageSize: pageSize.maximum }),
    );
    runs.push(...page.value);
    if (page.value.length < pageSize.maximum) break;
  }
  return runs.filter(({ orderCount }) => orderCount > 0);
};

/** The orders that this console has received, the latest run first; an order that came twice stands as it came last. */
const received = async (): Promise<Answer<PurchaseOrder[]>> => {
  const byId = new Map<number | null | undefined, PurchaseOrder>();
  for (const { id } of await runsWithOrders()) {
    const run = await queryClient.fetchQuery(receivedOrdersDetail(id));
    for (const order of run.value.orders) if (!byId.has(order.id)) byId.set(order.id, order);
  }
  return { value: [...byId.values()], problems: [], total: byId.size };
};

/**
 * What stands in for the list of orders where the upstream serves none: the gateway keeps what it received, and reading
 * it costs the upstream nothing.
 */
export const ordersReceivedHere = () =>
  queryOptions({ queryKey: ["received-orders", "orders"] as const, queryFn: received });
