import type * as z from "zod/mini";
import { int64, openEnum, record } from "./primitives.ts";

/**
 * purchaseOrderType (api 2.4) by handle. 'Fulfillment Request' and 'FR' are the deprecated terms for a 'Fulfillment
 * Order', 'FO'; the handle keeps the older term.
 */
export const purchaseOrderTypes = {
  purchase_order: { id: 1, name: "Purchase Order", abbreviation: "PO" },
  fulfillment_request: {
    id: 2,
    name: "Fulfillment Order",
    abbreviation: "FO",
    deprecatedName: "Fulfillment Request",
    deprecatedAbbreviation: "FR",
  },
  transfer_order: { id: 3, name: "Transfer Order", abbreviation: "TO" },
  stocking_purchase_order: { id: 4, name: "Stocking Purchase Order", abbreviation: "SPO" },
} as const;
export type PurchaseOrderTypeHandle = keyof typeof purchaseOrderTypes;

/** Deprecated type names and the names that replace them (api 9). */
export const deprecatedPurchaseOrderTypeNames = {
  "Fulfillment Request": "Fulfillment Order",
} as const;

/** Deprecated type abbreviations and those that replace them (api 9). */
export const deprecatedPurchaseOrderTypeAbbreviations = { FR: "FO" } as const;

/** The type of an order (api 2.4). */
export const PurchaseOrderType = record(
  {
    id: int64("1 to 4"),
    name: openEnum(
      [
        "Purchase Order",
        "Fulfillment Request",
        "Transfer Order",
        "Stocking Purchase Order",
        "Fulfillment Order",
      ],
      "'Fulfillment Request' is deprecated: 'Fulfillment Order' replaces it",
    ),
    abbreviation: openEnum(["PO", "FR", "TO", "SPO", "FO"], "'FR' is deprecated: 'FO' replaces it"),
    handle: openEnum([
      "purchase_order",
      "fulfillment_request",
      "transfer_order",
      "stocking_purchase_order",
    ]),
  },
  "PurchaseOrderType",
);
export type PurchaseOrderType = z.infer<typeof PurchaseOrderType>;

/** The type object of a handle, with its current name. */
export const toPurchaseOrderType = (handle: PurchaseOrderTypeHandle) => {
  const { id, name, abbreviation } = purchaseOrderTypes[handle];
  return { id, name, abbreviation, handle };
};
