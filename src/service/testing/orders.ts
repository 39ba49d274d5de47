import type { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import {
  type PurchaseOrderFulfillmentStatusHandle,
  purchaseOrderFulfillmentStatuses,
  type PurchaseOrderStatusHandle,
  toPurchaseOrderStatus,
} from "#contract/purchase-order-states.ts";
import { toPurchaseOrderType } from "#contract/purchase-order-types.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";

/** The time `minutes` after the first record's. */
export const minute = (minutes: number): string =>
  new Date(Date.UTC(2026, 0, 5, 8, minutes)).toISOString();

/** The fields of an order's status. */
export const inStatus = (handle: PurchaseOrderStatusHandle): Partial<PurchaseOrder> => ({
  purchaseOrderStatus: toPurchaseOrderStatus(handle),
});

/** The fields of an order's fulfilment status. */
export const inFulfillment = (
  handle: PurchaseOrderFulfillmentStatusHandle,
): Partial<PurchaseOrder> => ({
  purchaseOrderFulfillmentStatus: { name: purchaseOrderFulfillmentStatuses[handle], handle },
});

/** An order of source 1 and channel 1 in Processing, generated, sent and changed in the minute of its id. */
export const purchaseOrder = (id: number, more: Partial<PurchaseOrder> = {}): PurchaseOrder => ({
  id,
  accountId: 1,
  orderId: id * 100,
  sourceId: 1,
  channelId: 1,
  purchaseOrderNumber: `PO-${id}`,
  sentAt: minute(id),
  acknowledgedAt: null,
  generatedAt: minute(id),
  lastModifiedAt: minute(id),
  note: "Tab\there, \\ and\nline",
  ...inStatus("processing"),
  ...inFulfillment("awaiting_shipment"),
  purchaseOrderItems: [],
  shipments: [],
  invoices: [],
  purchaseOrderAttributes: [],
  purchaseOrderType: toPurchaseOrderType("fulfillment_request"),
  attachmentLinks: [],
  tags: [],
  ...more,
});

const category = (id: number, name: string) => ({
  id,
  parent_category_id: null,
  channel_id: 1,
  name,
});

const variant = (id: number, parentId: number, channelId: number): ResellerProductVariant => ({
  id,
  account_id: 1,
  channel_id: channelId,
  reseller_product_parent_id: parentId,
  sku: `V-${id}`,
  price: 12.5,
  option_values: [{ id, reseller_product_parent_option_id: parentId, name: "Size", value: "L" }],
  images: [{ id, reseller_product_variant_id: id, url: "/images/v.svg", sort_order: 1 }],
  parent: null,
  category_one: category(1, "Tools"),
  category_two: null,
  category_three: null,
});

/** A product parent of channel 1 with one or more of every part, updated in the minute of its id. */
export const productParent = (
  id: number,
  more: Partial<ResellerProductParent> = {},
): ResellerProductParent => ({
  id,
  account_id: 1,
  channel_id: 1,
  sku: `P-${id}`,
  title: `Parent ${id} – 木槌`,
  description: "<p>Forged\tby hand\\</p>",
  inserted_at: minute(0),
  updated_at: minute(id),
  images: [{ id, reseller_product_parent_id: id, url: "/images/p.svg", sort_order: 1 }],
  options: [{ id, reseller_product_parent_id: id, name: "Size" }],
  attributes: [{ id, reseller_product_parent_id: id, name: "Material", value: "Ash" }],
  variants: [1, 2].map((number) => variant(id * 10 + number, id, more.channel_id ?? 1)),
  category_one: category(1, "Tools"),
  category_two: category(2, "Hand tools"),
  category_three: null,
  ...more,
});
