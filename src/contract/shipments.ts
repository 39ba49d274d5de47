import type * as z from "zod/mini";
import {
  decimal,
  deprecated,
  flag,
  int64,
  integer,
  list,
  record,
  text,
  timestamp,
} from "./primitives.ts";

/** A name and a value that a workspace adds to shipments and invoices (api 2.7, 2.8). */
export const CustomField = record({ id: int64(), name: text(), value: text() }, "CustomField");
export type CustomField = z.infer<typeof CustomField>;

/** Units of one line inside a parcel (api 2.7). */
export const ShipmentItem = record(
  {
    id: int64(),
    shipmentId: int64(),
    inventoryVariantId: int64(),
    orderItemId: int64(),
    purchaseOrderItemId: deprecated(int64(), "fulfillmentRequestItemId"),
    fulfillmentRequestItemId: int64(),
    committedStockReleasedQuantity: integer(),
    rmaItemId: int64(),
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
    id: int64(),
    orderId: int64(),
    purchaseOrderId: int64(),
    fulfillmentRequestId: int64(),
    rmaId: int64(),
    sourceId: int64(),
    accountId: int64(),
    crossDockPurchaseOrderId: int64(),
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
