import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Address } from "#contract/address.ts";

/** A line that a customer has received and may send back. */
export interface ShippedLine {
  orderItemId: number;
  variantId: number;
  sku: string;
  title: string;
  quantity: number;
  /** Dollars of one unit, as the source charged it. */
  cost: number;
}

/** A shipped customer order, with the data that its returns need. */
export interface ShippedOrder {
  orderId: number;
  sourceId: number;
  channelId: number;
  address: Address;
  shippedAt: number;
  lines: readonly ShippedLine[];
}

const customerTypes = ["purchase_order", "fulfillment_request"];

/** The returnable part of an order, or undefined for an order that no customer has received. */
export const shippedOrder = (order: PurchaseOrder): ShippedOrder | undefined => {
  const shippedAt = order.shipments[0]?.shippedAt;
  const isCustomers = customerTypes.includes(order.purchaseOrderType?.handle ?? "");
  if (!isCustomers || shippedAt === undefined || shippedAt === null) return undefined;
  return {
    orderId: order.orderId ?? 0,
    sourceId: order.sourceId ?? 0,
    channelId: order.channelId ?? 0,
    address: order.shippingAddress ?? {},
    shippedAt: Date.parse(shippedAt),
    lines: order.purchaseOrderItems
      .filter((item) => (item.shippedQuantity ?? 0) > 0)
      .map((item) => ({
        orderItemId: item.orderItemId ?? 0,
        variantId: item.inventoryVariantId ?? 0,
        sku: item.sku ?? "",
        title: item.title ?? "",
        quantity: item.shippedQuantity ?? 0,
        cost: item.cost ?? 0,
      })),
  };
};
