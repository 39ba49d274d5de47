import { parseCommaList } from "#contract/comma-list.ts";
import {
  findFulfillmentStatusHandle,
  findPurchaseOrderStatusHandle,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { PurchaseOrderFilter } from "#web/api/purchase-orders.ts";

interface NamedState {
  readonly name?: string | null | undefined;
  readonly handle?: string | null | undefined;
}

const isOneOf = (
  text: string | undefined,
  state: NamedState | null | undefined,
  handleOf: (word: string) => string | undefined,
): boolean => {
  const handle = (word: string) => handleOf(word) ?? word;
  const words = parseCommaList(text).map(handle);
  return words.length === 0 || words.includes(handle(state?.handle ?? state?.name ?? ""));
};

const isAfter = (after: string | undefined, at: string | null | undefined): boolean =>
  !after || readTime(at) > readTime(after);

/** Applies the API's own filters (neighbours) to orders that the API does not list. */
export const matchesFilter =
  (filter: PurchaseOrderFilter) =>
  (order: PurchaseOrder): boolean => {
    const numbers = parseCommaList(filter.poNumbers).map((number) => number.toLowerCase());
    return (
      (!filter.filterSourceId || String(order.sourceId) === filter.filterSourceId) &&
      (numbers.length === 0 || numbers.includes((order.purchaseOrderNumber ?? "").toLowerCase())) &&
      isOneOf(filter.filterStatus, order.purchaseOrderStatus, findPurchaseOrderStatusHandle) &&
      isOneOf(
        filter.filterFulfilmentStatus,
        order.purchaseOrderFulfillmentStatus,
        findFulfillmentStatusHandle,
      ) &&
      isAfter(filter.filterSentAfter, order.sentAt) &&
      isAfter(filter.filterGeneratedAfter, order.generatedAt) &&
      isAfter(filter.filterUpdatedAfter, order.lastModifiedAt)
    );
  };
