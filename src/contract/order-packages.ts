import type * as z from "zod/mini";
import { Address } from "./address.ts";
import { CommonPackage, CustomPackage } from "./package-sizes.ts";
import {
  decimal,
  flag,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  record,
  requiredInt64,
  text,
  timestamp,
} from "./primitives.ts";
import { ShippingCarrierMethod } from "./shipping-methods.ts";
import { DimensionUnit, WeightUnit } from "./units.ts";

/** Label sizes at the rate-shopping provider; 4x6 by default (api 2.9). */
const labelSizes = ["4x6", "letter"] as const;

/** The provider of rates and labels (api 2.9). */
export const RateShoppingProvider = record(
  { id: int64(), name: text(), handle: text(), supportsLabelGeneration: flag() },
  "RateShoppingProvider",
);
export type RateShoppingProvider = z.infer<typeof RateShoppingProvider>;

/** Units of one purchase order item inside the package (api 2.9). */
export const PurchaseOrderPackageItem = record(
  {
    id: int64(),
    purchaseOrderPackageId: int64(),
    purchaseOrderItemId: int64(),
    quantity: integer(),
  },
  "PurchaseOrderPackageItem",
);
export type PurchaseOrderPackageItem = z.infer<typeof PurchaseOrderPackageItem>;

/** The data for buying a shipping label for a purchase order (api 2.9). */
export const PurchaseOrderPackage = record(
  {
    id: int64(),
    purchaseOrderId: requiredInt64(),
    rateId: text("Id of the rate at the rate-shopping provider"),
    shipFromAddress: maybe(Address),
    shipToAddress: maybe(Address),
    createShipmentPostProcessing: flag(
      "Automatically create a shipment from the label's tracking data once the purchase order is processed or acknowledged",
    ),
    updateShipmentOnPurchase: flag(
      "Update the order with shipment details right after the label purchase",
    ),
    shippingDate: timestamp(),
    length: decimal(),
    width: decimal(),
    height: decimal(),
    dimensionUnit: maybe(DimensionUnit),
    weightUnit: maybe(WeightUnit),
    totalWeight: decimal("The package with all its items"),
    shippingCarrierMethod: maybe(ShippingCarrierMethod),
    rateShoppingProvider: maybe(RateShoppingProvider),
    rateShoppingProviderLabelSize: openEnum(labelSizes, "4x6 by default"),
    commonPackage: maybe(CommonPackage),
    customPackage: maybe(CustomPackage),
    items: list(PurchaseOrderPackageItem),
  },
  "PurchaseOrderPackage",
);
export type PurchaseOrderPackage = z.infer<typeof PurchaseOrderPackage>;
