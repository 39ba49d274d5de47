import * as z from "zod/mini";
import { Address } from "./address.ts";
import { completionStatuses } from "./bundle-components.ts";
import { queryCommaList } from "./comma-list.ts";
import { Invoice } from "./invoices.ts";
import { operation, tokenMatrix, tokenTypes } from "./operation.ts";
import { pageNumber, pageSizeQuery } from "./request-fields.ts";
import {
  decimal,
  deprecated,
  flag,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  pathId,
  queryInteger,
  queryTimestamp,
  record,
  requiredInt64,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";
import {
  PurchaseOrderFulfillmentStatus,
  PurchaseOrderReceivedStatus,
  PurchaseOrderStatus,
} from "./purchase-order-states.ts";
import { PurchaseOrderType } from "./purchase-order-types.ts";
import { Shipment } from "./shipments.ts";
import {
  CommonPackage,
  CustomPackage,
  ShippingCarrierMethod,
  SourceShippingMethod,
} from "./shipping-methods.ts";
import { DimensionUnit, WeightUnit } from "./units.ts";

/** A key and a value of an order item (api 2.6). */
const PurchaseOrderItemAttribute = record(
  { id: int64(), purchaseOrderItemId: int64(), key: text(), value: text() },
  "PurchaseOrderItemAttribute",
);

/** The bundle component of the order that an order item represents (api 2.6). */
const PurchaseOrderItemBundleComponent = record(
  { purchaseOrderItemId: requiredInt64(), orderItemBundleComponentId: requiredInt64() },
  "PurchaseOrderItemBundleComponent",
);

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

/** Label sizes at the rate-shopping provider; 4x6 by default (api 2.9). */
const labelSizes = ["4x6", "letter"] as const;

/** The provider of rates and labels (api 2.9). */
const RateShoppingProvider = record(
  { id: int64(), name: text(), handle: text(), supportsLabelGeneration: flag() },
  "RateShoppingProvider",
);

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

/** The firearm license of an order's recipient (api 2.10). */
export const OrderFFL = record(
  {
    id: requiredInt64(),
    orderId: int64(),
    crossDockPurchaseOrderId: int64(),
    licenseNumber: requiredText(),
    name: text(),
    addressLine1: requiredText(),
    addressLine2: text(),
    city: text(),
    state: text(),
    postal: text(),
    phone: text(),
    imageUrl: text(),
    companyName: text(),
    expiresAt: timestamp(),
  },
  "OrderFFL",
);
export type OrderFFL = z.infer<typeof OrderFFL>;

/** A key and a value of a purchase order; the only record of orders in snake_case (api 2.4). */
const PurchaseOrderAttribute = record(
  { id: int64(), purchase_order_id: int64(), key: text(), value: text() },
  "PurchaseOrderAttribute",
);

/**
 * The units that one source fulfills; also called Fulfillment Request and, in the newest API, Fulfillment Order (api 1,
 * 2.4).
 */
export const PurchaseOrder = record(
  {
    id: int64(),
    accountId: int64(),
    orderId: int64(),
    sourceId: int64(),
    channelId: int64(),
    purchaseOrderNumber: text(),
    sentAt: timestamp(),
    acknowledgedAt: timestamp(),
    secondaryAcknowledgedAt: timestamp(),
    canceledAt: timestamp(),
    generatedAt: timestamp(),
    voidedAt: timestamp(),
    lastModifiedAt: timestamp(),
    holdUntil: timestamp(),
    fullyReceivedAt: timestamp("When the purchase order was fully received"),
    shippingAddress: maybe(Address),
    billingAddress: maybe(Address),
    shippingAddressId: int64(),
    billingAddressId: int64(),
    sourceShippingMethodId: int64(),
    shippingText: deprecated(text(), "sourceShippingMethod"),
    note: text("Optional note passed through to the source"),
    confirmationNumber: text(),
    shippedStatus: openEnum(completionStatuses),
    purchaseOrderStatus: maybe(PurchaseOrderStatus),
    purchaseOrderFulfillmentStatus: maybe(PurchaseOrderFulfillmentStatus),
    purchaseOrderReceivedStatus: maybe(PurchaseOrderReceivedStatus),
    totalItems: integer(),
    totalQuantity: integer(),
    shippedQuantity: integer(),
    totalSourceInvoices: integer(),
    totalCost: decimal(),
    estimatedShippingCost: decimal(),
    estimatedDropshipFee: decimal(),
    shippingDistance: decimal(),
    totalWeight: decimal(),
    packageLength: decimal(),
    packageWidth: decimal(),
    packageHeight: decimal(),
    packageWeight: decimal(),
    sourceShippingMethod: maybe(SourceShippingMethod),
    suppressTracking: flag(),
    beingProcessed: flag(),
    fflInfoRequired: flag(),
    accountingSynced: flag(),
    buyShippingLabel: flag("False by default"),
    externalAccountingId: text(),
    rateShoppedId: text(),
    carrierCode: text(),
    methodCode: text(),
    packageDimensionUnit: maybe(DimensionUnit),
    packageWeightUnit: maybe(WeightUnit),
    crossDockPurchaseOrderId: int64("Makes this purchase order part of a cross-docking request"),
    voidedReason: text(),
    processingErrorReason: text("Why the purchase order could not be processed"),
    cancelReason: text(),
    purchaseOrderItems: list(PurchaseOrderItem),
    shipments: list(Shipment),
    invoices: list(Invoice),
    purchaseOrderAttributes: list(PurchaseOrderAttribute),
    purchaseOrderType: maybe(PurchaseOrderType),
    purchaseOrderPackage: maybe(PurchaseOrderPackage),
    orderFFL: maybe(OrderFFL),
    attachmentLinks: list(
      z.string(),
      "Addresses of all attached files: shipping labels and packing slips",
    ),
    shippingLabelAttachmentLink: text("Address of the first attached shipping label, if any"),
    packingSlipAttachmentLink: text("Address of the first attached packing slip, if any"),
    tags: list(z.string()),
  },
  "PurchaseOrder",
);
export type PurchaseOrder = z.infer<typeof PurchaseOrder>;

/** The maximum number of order numbers in the filter of one list (neighbours). */
export const maxOrderNumbers = 50;

const orderNumbers = () =>
  z.optional(
    queryCommaList(`Comma-separated, at most ${maxOrderNumbers} numbers`, maxOrderNumbers),
  );

const orderFilters = {
  filterSourceId: z.optional(queryInteger("Only this source's orders")),
  filterStatus: z.optional(
    queryCommaList("Comma-separated purchaseOrderStatus names or handles, case-insensitive"),
  ),
  filterFulfilmentStatus: z.optional(
    queryCommaList(
      "Comma-separated purchaseOrderFulfillmentStatus names or handles, case-insensitive",
    ),
  ),
  filterSentAfter: z.optional(queryTimestamp("Only orders with a later sentAt")),
  filterGeneratedAfter: z.optional(queryTimestamp("Only orders with a later generatedAt")),
  filterUpdatedAfter: z.optional(queryTimestamp("Only orders with a later lastModifiedAt")),
  sinceId: z.optional(
    z.coerce
      .number<string | number>()
      .check(z.int(), z.gte(0), z.describe("Only orders with a greater id")),
  ),
};

const paging = { filterPageNumber: pageNumber(), filterPageSize: pageSizeQuery() };

const bySource = { type: "source", in: "query", name: "filterSourceId" } as const;

export const purchaseOrderOperations = {
  listPurchaseOrders: operation({
    method: "GET",
    path: "/purchase-orders",
    summary: "List purchase orders, newest first",
    description: "Orders must match all given filters. Sorted by id, highest first.",
    section: "neighbours",
    query: z.object({ ...orderFilters, poNumbers: orderNumbers(), ...paging }),
    response: z.array(PurchaseOrder),
    tokens: tokenMatrix.purchaseOrders,
    owner: bySource,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  listFulfillmentRequests: operation({
    method: "GET",
    path: "/fulfillment-requests",
    summary: "List fulfillment requests, newest first",
    description: "The same records as purchase orders, under their newer name.",
    section: "neighbours",
    query: z.object({ ...orderFilters, frNumbers: orderNumbers(), ...paging }),
    response: z.array(PurchaseOrder),
    tokens: tokenMatrix.purchaseOrders,
    owner: bySource,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  countPurchaseOrders: operation({
    method: "GET",
    path: "/purchase-orders/count",
    summary: "Count purchase orders",
    description: "Returns the number of orders that match the filters.",
    section: "neighbours",
    query: z.object({ ...orderFilters, poNumbers: orderNumbers() }),
    response: z.int(),
    tokens: tokenMatrix.purchaseOrders,
    owner: bySource,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  retrieveProcessingPurchaseOrders: operation({
    method: "GET",
    path: "/purchase-orders/processing",
    summary: "Retrieve orders in Processing and move them to Processed",
    description:
      "Changes records: every order it returns becomes Processed, even if the response is lost. Retrieve with GET /purchase-orders and respond with PATCH /purchase-orders/{id}/acknowledge instead.",
    section: "api 4.3",
    query: z.object({ filterSourceId: z.optional(queryInteger("Only this source's orders")) }),
    response: z.array(PurchaseOrder),
    tokens: tokenTypes,
    owner: bySource,
    changesState: true,
    role: "agent",
    act: "receive orders",
    extension: false,
    deprecated: true,
  }),
  getPurchaseOrder: operation({
    method: "GET",
    path: "/purchase-orders/{id}",
    summary: "Read one purchase order",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: PurchaseOrder,
    tokens: tokenMatrix.purchaseOrders,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  acknowledgePurchaseOrder: operation({
    method: "PATCH",
    path: "/purchase-orders/{id}/acknowledge",
    summary: "Acknowledge a purchase order",
    description: "Only orders in Processing or Processed can be acknowledged, and only once.",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: PurchaseOrder,
    tokens: tokenMatrix.purchaseOrders,
    changesState: true,
    role: "agent",
    act: "acknowledge orders",
    extension: true,
  }),
  startPurchaseOrder: operation({
    method: "PATCH",
    path: "/purchase-orders/{id}/processing",
    summary: "Move a purchase order to Processing",
    description:
      "Allowed from Unprocessed, Additional Info Required and Processing Error. Repeating it changes nothing.",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: PurchaseOrder,
    tokens: tokenMatrix.account,
    changesState: true,
    role: "agent",
    act: "move orders to Processing",
    extension: true,
  }),
  processPurchaseOrder: operation({
    method: "PATCH",
    path: "/purchase-orders/{id}/processed",
    summary: "Mark a purchase order Processed",
    description: "Allowed only from Processing. Repeating it on a Processed order changes nothing.",
    section: "neighbours",
    params: z.object({ id: pathId() }),
    response: PurchaseOrder,
    tokens: tokenMatrix.purchaseOrders,
    changesState: true,
    role: "agent",
    act: "move orders to Processed",
    extension: true,
  }),
};
