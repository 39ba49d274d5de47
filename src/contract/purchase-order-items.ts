import type * as z from "zod/mini";
import { decimal, int64, integer, list, maybe, record, requiredInt64, text } from "./primitives.ts";
import { DimensionUnit, WeightUnit } from "./units.ts";

/** A key and a value of an order item (api 2.6). */
export const PurchaseOrderItemAttribute = record(
  { id: int64(), purchaseOrderItemId: int64(), key: text(), value: text() },
  "PurchaseOrderItemAttribute",
);
export type PurchaseOrderItemAttribute = z.infer<typeof PurchaseOrderItemAttribute>;

/** The bundle component of the order that an order item represents (api 2.6). */
export const PurchaseOrderItemBundleComponent = record(
  { purchaseOrderItemId: requiredInt64(), orderItemBundleComponentId: requiredInt64() },
  "PurchaseOrderItemBundleComponent",
);
export type PurchaseOrderItemBundleComponent = z.infer<typeof PurchaseOrderItemBundleComponent>;

/** One line of a purchase order (api 2.6). Quantities are units; cost is money in the account's currency. */
export const PurchaseOrderItem = record(
  {
    id: int64(),
    purchaseOrderId: int64(),
    orderItemId: int64(),
    inventoryVariantId: int64(),
    lineItemNumber: integer(),
    sku: text(),
    itemReferenceId: text(),
    referenceId: text(),
    title: text(),
    externalAccountingItemId: text(),
    upc: text(),
    mpn: text(),
    binLocation: text(),
    subtotal: text("A string, unlike the other amounts"),
    quantity: integer(),
    cost: decimal(),
    weight: decimal(),
    length: decimal(),
    width: decimal(),
    height: decimal(),
    shippedQuantity: integer("0 by default"),
    voidedQuantity: integer("0 by default"),
    acknowledgedQuantity: integer("0 by default"),
    secondaryAcknowledgedQuantity: integer("0 by default"),
    canceledQuantity: integer(),
    weightUnit: maybe(WeightUnit),
    dimensionUnit: maybe(DimensionUnit),
    attributes: list(PurchaseOrderItemAttribute),
    bundleComponents: list(PurchaseOrderItemBundleComponent),
  },
  "PurchaseOrderItem",
);
export type PurchaseOrderItem = z.infer<typeof PurchaseOrderItem>;
