import type * as z from "zod/mini";
import { openEnum, record } from "./primitives.ts";

/** purchaseOrderStatus.handle (api 3). */
export const purchaseOrderStatusHandles = [
  "unprocessed",
  "processed",
  "acknowledged",
  "canceled",
  "voided",
  "processing",
  "additional_info_required",
  "transferred",
  "po_number_exceeds_max_length",
  "duplicate",
  "processing_error",
  "cross_docked",
] as const;
export type PurchaseOrderStatusHandle = (typeof purchaseOrderStatusHandles)[number];

/** purchaseOrderStatus.name (api 3), including the two deprecated ones. */
const purchaseOrderStatusNames = [
  "Unprocessed",
  "Processed",
  "Acknowledged",
  "Canceled",
  "Voided",
  "Processing",
  "Additional Info Required",
  "Transferred",
  "PO/FR # Exceeds Max Length",
  "Duplicate PO/FR #",
  "Processing Error",
  "Fulfillment Request # Exceeds Max Length",
  "Duplicate Fulfillment Request #",
  "Cross Docked",
] as const;
export type PurchaseOrderStatusName = (typeof purchaseOrderStatusNames)[number];

/** The name of each purchase order status; the newer one where there are two (api 3, 9). */
export const purchaseOrderStatusNameByHandle = {
  unprocessed: "Unprocessed",
  processed: "Processed",
  acknowledged: "Acknowledged",
  canceled: "Canceled",
  voided: "Voided",
  processing: "Processing",
  additional_info_required: "Additional Info Required",
  transferred: "Transferred",
  po_number_exceeds_max_length: "Fulfillment Request # Exceeds Max Length",
  duplicate: "Duplicate Fulfillment Request #",
  processing_error: "Processing Error",
  cross_docked: "Cross Docked",
} as const satisfies Record<PurchaseOrderStatusHandle, PurchaseOrderStatusName>;

/** Deprecated status names and the names that replace them (api 3). */
export const deprecatedPurchaseOrderStatusNames = {
  "PO/FR # Exceeds Max Length": "Fulfillment Request # Exceeds Max Length",
  "Duplicate PO/FR #": "Duplicate Fulfillment Request #",
} as const satisfies Partial<Record<PurchaseOrderStatusName, PurchaseOrderStatusName>>;

/** purchaseOrderFulfillmentStatus (api 3): handles and their names. */
export const purchaseOrderFulfillmentStatuses = {
  awaiting_shipment: "Awaiting Shipment",
  shipped: "Shipped",
  partially_shipped: "Partially Shipped",
  canceled: "Canceled",
} as const;
export type PurchaseOrderFulfillmentStatusHandle = keyof typeof purchaseOrderFulfillmentStatuses;

/** purchaseOrderReceivedStatus.handle (api 3). */
export const purchaseOrderReceivedStatusHandles = [
  "awaiting_to_receive",
  "partially_received",
  "received",
  "voided",
] as const;

/** Status of a purchase order at its source (api 2.4, 3). */
export const PurchaseOrderStatus = record(
  {
    name: openEnum(
      purchaseOrderStatusNames,
      "'PO/FR # Exceeds Max Length' and 'Duplicate PO/FR #' are deprecated: the Fulfillment Request names replace them",
    ),
    handle: openEnum(purchaseOrderStatusHandles),
  },
  "PurchaseOrderStatus",
);
export type PurchaseOrderStatus = z.infer<typeof PurchaseOrderStatus>;

/** The shipped share of a purchase order (api 2.4, 3). */
export const PurchaseOrderFulfillmentStatus = record(
  {
    name: openEnum(["Awaiting Shipment", "Shipped", "Partially Shipped", "Canceled"]),
    handle: openEnum(["awaiting_shipment", "shipped", "partially_shipped", "canceled"]),
  },
  "PurchaseOrderFulfillmentStatus",
);
export type PurchaseOrderFulfillmentStatus = z.infer<typeof PurchaseOrderFulfillmentStatus>;

/** The received share of a purchase order (api 2.4, 3). */
export const PurchaseOrderReceivedStatus = record(
  { handle: openEnum(purchaseOrderReceivedStatusHandles) },
  "PurchaseOrderReceivedStatus",
);
export type PurchaseOrderReceivedStatus = z.infer<typeof PurchaseOrderReceivedStatus>;

/** All words for a handle, in lower case: the handle, its name, and the older versions of that name. */
const handlesByWord = <H extends string>(
  names: Readonly<Record<H, string>>,
  oldNames: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, H> => {
  const words = (Object.entries(names) as [H, string][]).flatMap(([handle, name]) => {
    const older = Object.keys(oldNames).filter((old) => oldNames[old] === name);
    return [handle, name, ...older].map((word) => [word.toLowerCase(), handle] as const);
  });
  return new Map(words);
};

const statusHandles = handlesByWord(
  purchaseOrderStatusNameByHandle,
  deprecatedPurchaseOrderStatusNames,
);
const fulfillmentHandles = handlesByWord(purchaseOrderFulfillmentStatuses);

/** The status for a name (old or new) or a handle, in any case; undefined when the API lists none. */
export const findPurchaseOrderStatusHandle = (
  nameOrHandle: string,
): PurchaseOrderStatusHandle | undefined => statusHandles.get(nameOrHandle.trim().toLowerCase());

/** The fulfillment status for a name or a handle, in any case; undefined when the API lists none. */
export const findFulfillmentStatusHandle = (
  nameOrHandle: string,
): PurchaseOrderFulfillmentStatusHandle | undefined =>
  fulfillmentHandles.get(nameOrHandle.trim().toLowerCase());

/** The service's status object for a handle. */
export const toPurchaseOrderStatus = <H extends PurchaseOrderStatusHandle>(handle: H) => ({
  name: purchaseOrderStatusNameByHandle[handle],
  handle,
});

interface OrderStatus {
  purchaseOrderStatus?:
    | { name?: string | null | undefined; handle?: string | null | undefined }
    | null
    | undefined;
}

const readHandle = (order: OrderStatus): string =>
  order.purchaseOrderStatus?.handle ??
  findPurchaseOrderStatusHandle(order.purchaseOrderStatus?.name ?? "") ??
  "";

const statusSentence = (order: OrderStatus): string => {
  const status = order.purchaseOrderStatus?.name ?? order.purchaseOrderStatus?.handle;
  return status == null ? "This order has no status." : `This order's status is ${status}.`;
};

/** The statuses in which a source can acknowledge an order: it has been sent and is not closed. */
const acknowledgeablePurchaseOrderStatuses: readonly string[] = [
  "processing",
  "processed",
] satisfies PurchaseOrderStatusHandle[];

/** Why an order cannot be acknowledged now, or undefined when it can. The API defines only the operation (api 3). */
export const whyNotAcknowledgeable = (order: OrderStatus): string | undefined => {
  const handle = readHandle(order);
  if (handle === "acknowledged") return "This order is already acknowledged.";
  return acknowledgeablePurchaseOrderStatuses.includes(handle)
    ? undefined
    : `${statusSentence(order)} Only orders in Processing or Processed can be acknowledged.`;
};

const startableStatuses: readonly string[] = [
  "unprocessed",
  "additional_info_required",
  "processing_error",
  "processing",
] satisfies PurchaseOrderStatusHandle[];

/** Why an order cannot be moved to Processing now, or undefined when it can; one in Processing is left unchanged. */
export const whyNotStartable = (order: OrderStatus): string | undefined =>
  startableStatuses.includes(readHandle(order))
    ? undefined
    : `${statusSentence(order)} Only orders that are not sent yet can be moved to Processing.`;

/**
 * Why an order cannot be marked Processed now, or undefined when it can; a Processed one is left unchanged
 * (neighbours).
 */
export const whyNotProcessable = (order: OrderStatus): string | undefined =>
  ["processing", "processed"].includes(readHandle(order))
    ? undefined
    : `${statusSentence(order)} Only orders in Processing can be marked Processed.`;
