import type * as z from "zod/mini";
import { CustomField } from "./shipments.ts";
import {
  decimal,
  deprecated,
  flag,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  record,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";

/** invoiceStatus (api 3): handles and their names. */
export const invoiceStatuses = {
  unpaid: "Unpaid",
  paid: "Paid",
  credited: "Credited",
  refunded: "Refunded",
} as const;
export type InvoiceStatusHandle = keyof typeof invoiceStatuses;

/** The charge types of an invoice item (api 2.8): handles and their names. */
export const invoiceItemTypes = {
  product: "Product",
  shipping: "Shipping",
  fee: "Fee",
  tax: "Tax",
  other: "Other",
} as const;
export type InvoiceItemTypeHandle = keyof typeof invoiceItemTypes;

/** Payment status of an invoice (api 2.8). */
const InvoiceStatus = record(
  {
    name: openEnum(["Unpaid", "Paid", "Credited", "Refunded"]),
    handle: openEnum(["unpaid", "paid", "credited", "refunded"]),
  },
  "InvoiceStatus",
);

/** The charge type of an invoice item (api 2.8). */
const InvoiceItemType = record(
  {
    name: openEnum(["Product", "Shipping", "Fee", "Tax", "Other"]),
    handle: openEnum(["product", "shipping", "fee", "tax", "other"]),
  },
  "InvoiceItemType",
);

/** One charge of an invoice (api 2.8). cost and perUnitCost are money in the account's currency. */
export const InvoiceItem = record(
  {
    id: int64(),
    invoiceId: int64(),
    quantity: integer(),
    sourceVariantId: int64(),
    invoiceItemType: InvoiceItemType,
    cost: decimal(),
    perUnitCost: decimal(),
    sku: requiredText(),
    title: text(),
    externalAccountingItemId: text(),
    customFields: list(CustomField),
  },
  "InvoiceItem",
);
export type InvoiceItem = z.infer<typeof InvoiceItem>;

/** A source's bill for a purchase order or credit for an RMA (api 2.8). */
export const Invoice = record(
  {
    id: int64(),
    purchaseOrderId: deprecated(int64(), "fulfillmentRequestId"),
    fulfillmentRequestId: int64(),
    rmaId: int64(),
    sourceId: int64(),
    vendorPayoutId: int64(),
    invoiceStatus: maybe(InvoiceStatus),
    purchaseOrderNumber: deprecated(text(), "fulfillmentRequestNumber"),
    fulfillmentRequestNumber: text(),
    invoiceNumber: text(),
    accountingSyncError: text(),
    externalAccountingId: text(),
    insertedAt: timestamp(),
    updatedAt: timestamp(),
    invoiceDate: timestamp(),
    totalCost: decimal(),
    totalProductCost: decimal(),
    totalShippingCost: decimal(),
    totalFeeCost: decimal(),
    totalTaxCost: decimal(),
    totalOtherCost: decimal(),
    totalCreditCost: decimal(),
    commission: deprecated(decimal()),
    totalQuantity: integer(),
    accountingSynced: flag(),
    invoiceItems: list(InvoiceItem),
    customFields: list(CustomField),
  },
  "Invoice",
);
export type Invoice = z.infer<typeof Invoice>;
