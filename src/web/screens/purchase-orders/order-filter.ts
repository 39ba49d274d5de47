import { parseCommaList } from "#contract/comma-list.ts";
import {
  findFulfillmentStatusHandle,
  findPurchaseOrderStatusHandle,
  purchaseOrderReceivedStatusHandles,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readTime } from "#contract/read-time.ts";
import type { PurchaseOrderFilter } from "#web/api/purchase-orders.ts";
import { isWithin, startOfDay } from "#web/base/days.ts";
import { type ListSearch, type SearchName, searchNames } from "#web/base/list-search.ts";
import { formatFieldName } from "#web/kit/field-format.ts";
import { numbersToRequest } from "#web/records/order-numbers.ts";

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

/** The date filters of the list and their labels. */
export const dateFilters = {
  filterSentAfter: "Sent since",
  filterGeneratedAfter: "Generated since",
  filterUpdatedAfter: "Updated since",
} as const;

/** Every filter of the list, by its name in the address; `more` are pasted numbers beyond the limit of one request. */
export const orderFilterNames: readonly SearchName[] = [
  "filterStatus",
  "filterFulfilmentStatus",
  "filterSourceId",
  "q",
  "poNumbers",
  "more",
  "received",
  "sentBefore",
  ...searchNames(dateFilters),
];

/** Whether an address filters the orders that match its text. */
export const filtersFound = (search: ListSearch): boolean =>
  search["q"] !== undefined && orderFilterNames.some((name) => name !== "q" && search[name]);

const unknownReceived = "none";

/** Labels of received statuses, for which the API has no names. Orders that need no receiving have none. */
export const receivedChoices: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    purchaseOrderReceivedStatusHandles.map((handle) => [handle, formatFieldName(handle)]),
  ),
  awaiting_to_receive: "Awaiting receipt",
  received: "Fully received",
  [unknownReceived]: "Unknown",
};

/** The label of an order's received status. */
export const labelReceived = ({ purchaseOrderReceivedStatus: status }: PurchaseOrder): string =>
  status?.handle ? (receivedChoices[status.handle] ?? status.handle) : "";

const toStatusHandles = (text: string | undefined): string | undefined =>
  text &&
  parseCommaList(text)
    .map((word) => findPurchaseOrderStatusHandle(word) ?? word)
    .join(",");

/** The API filter of an address, without the page. */
export const toOrderFilter = (search: ListSearch): PurchaseOrderFilter => ({
  filterStatus: toStatusHandles(search["filterStatus"]),
  filterFulfilmentStatus: search["filterFulfilmentStatus"],
  filterSourceId: search["filterSourceId"],
  filterSentAfter: startOfDay(search["filterSentAfter"]),
  filterGeneratedAfter: startOfDay(search["filterGeneratedAfter"]),
  filterUpdatedAfter: startOfDay(search["filterUpdatedAfter"]),
  poNumbers: numbersToRequest(search["poNumbers"]),
});

/** The filters that the API does not have. */
export const listOwnFilters = (search: ListSearch): SearchName[] =>
  (["received", "sentBefore"] as const).filter((name) => search[name]);

/** Whether an order matches the filters that the API does not have. */
export const matchesOwnFilters = (search: ListSearch) => {
  const chosen = new Set(parseCommaList(search["received"]));
  const sent = { before: search["sentBefore"] };
  return (order: PurchaseOrder): boolean =>
    isWithin(order.sentAt, sent) &&
    (chosen.size === 0 || chosen.has(order.purchaseOrderReceivedStatus?.handle || unknownReceived));
};
