import type * as z from "zod/mini";
import { CustomField } from "./custom-fields.ts";
import { decimal, deprecated, flag, integer, list, record, text, timestamp } from "./primitives.ts";

/** Units of one line inside a parcel (api 2.7). */
export const ShipmentItem = record(
  {
    id: integer(),
    shipmentId: integer(),
    inventoryVariantId: integer(),
    orderItemId: integer(),
    purchaseOrderItemId: deprecated(integer(), "fulfillmentRequestItemId"),
    fulfillmentRequestItemId: integer(),
    committedStockReleasedQuantity: integer(),
    rmaItemId: integer(),
    quantity: integer(),
    sku: text(),
    partial: flag(),
  },
  "ShipmentItem",
);
export type ShipmentItem = z.infer<typeof ShipmentItem>;

/** A parcel: of a purchase order to a customer, or of an RMA from one (api 2.7). */
export const Shipment = record(
  {
    id: integer(),
    orderId: integer(),
    purchaseOrderId: integer(),
    fulfillmentRequestId: integer(),
    rmaId: integer(),
    sourceId: integer(),
    accountId: integer(),
    crossDockPurchaseOrderId: integer(),
    note: text(),
    trackingUrl: text(),
    trackingNumber: text(),
    carrier: text(),
    method: text(),
    syncError: text(),
    shippedAt: timestamp(),
    insertedAt: timestamp(),
    updatedAt: timestamp(),
    shippingCost: decimal(),
    partial: flag(),
    suppressed: flag(),
    syncedToChannel: flag(),
    accountingSynced: flag(),
    shipmentItems: list(ShipmentItem),
    customFields: list(CustomField),
  },
  "Shipment",
);
export type Shipment = z.infer<typeof Shipment>;
