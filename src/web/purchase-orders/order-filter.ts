import { commaListOf } from "#contract/comma-list.ts";
import {
  purchaseOrderReceivedStatusHandles,
  purchaseOrderStatusHandleOf,
} from "#contract/purchase-order-states.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { PurchaseOrderFilter } from "#web/api/purchase-orders.ts";
import { fieldWords } from "#web/ui/field-words.ts";
import { type ListSearch, namesIn, type SearchName } from "#web/ui/list-search.ts";
import { numbersToRequest } from "./order-numbers.ts";

/** The dates that a list can begin at, and what each is called. */
export const dateFilters = {
  filterSentAfter: "Sent since",
  filterGeneratedAfter: "Generated since",
  filterUpdatedAfter: "Updated since",
} as const;

/** Every filter of the list, as its address names them; `more` are pasted numbers that wait for their turn. */
export const orderFilterNames: readonly SearchName[] = [
  "filterStatus",
  "filterFulfilmentStatus",
  "filterSourceId",
  "poNumbers",
  "more",
  "received",
  ...namesIn(dateFilters),
];

const notSaid = "none";

/** Received statuses and their words; the API gives no names. Orders that are not to be received say nothing. */
export const receivedChoices: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    purchaseOrderReceivedStatusHandles.map((handle) => [handle, fieldWords(handle)]),
  ),
  [notSaid]: "Unknown",
};

/** What an order's received status is called. */
export const receivedWords = ({ purchaseOrderReceivedStatus: status }: PurchaseOrder): string =>
  status?.handle ? (receivedChoices[status.handle] ?? status.handle) : "";

/** A day of this person's calendar as the moment at which it begins; what is no day goes as it came. */
export const beginningOf = (day: string | undefined): string | undefined => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  if (!parts) return day;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  const beginning = new Date(year, month - 1, date);
  return Number.isNaN(beginning.getTime()) ? day : beginning.toISOString();
};

const statusesOf = (text: string | undefined): string | undefined =>
  text &&
  commaListOf(text)
    .map((word) => purchaseOrderStatusHandleOf(word) ?? word)
    .join(",");

/** What the API is asked for, of an address; pages aside. */
export const orderFilterOf = (search: ListSearch): PurchaseOrderFilter => ({
  filterStatus: statusesOf(search["filterStatus"]),
  filterFulfilmentStatus: search["filterFulfilmentStatus"],
  filterSourceId: search["filterSourceId"],
  filterSentAfter: beginningOf(search["filterSentAfter"]),
  filterGeneratedAfter: beginningOf(search["filterGeneratedAfter"]),
  filterUpdatedAfter: beginningOf(search["filterUpdatedAfter"]),
  poNumbers: numbersToRequest(search["poNumbers"]),
});

/** Whether an order fits what the API cannot filter by: the received status. */
export const fitsHere = (search: ListSearch) => {
  const chosen = new Set(commaListOf(search["received"]));
  return (order: PurchaseOrder): boolean =>
    chosen.size === 0 || chosen.has(order.purchaseOrderReceivedStatus?.handle || notSaid);
};
