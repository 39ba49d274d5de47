import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { Address } from "./address.ts";
import { CustomField } from "./shipments.ts";
import { Invoice, InvoiceItem, InvoiceItemType, InvoiceStatus } from "./invoices.ts";
import { OrderFFL } from "./purchase-orders.ts";
import {
  PurchaseOrderPackage,
  PurchaseOrderPackageItem,
  RateShoppingProvider,
} from "./purchase-orders.ts";
import { CommonPackage, CustomPackage } from "./shipping-methods.ts";
import {
  ResellerCategory,
  ResellerProductParent,
  ResellerProductParentAttribute,
  ResellerProductParentImage,
  ResellerProductParentOption,
  ResellerProductVariant,
  ResellerProductVariantImage,
  ResellerProductVariantOptionValue,
} from "./products.ts";
import {
  PurchaseOrderItem,
  PurchaseOrderItemAttribute,
  PurchaseOrderItemBundleComponent,
} from "./purchase-orders.ts";
import { PurchaseOrderType } from "./purchase-order-types.ts";
import { PurchaseOrder, PurchaseOrderAttribute } from "./purchase-orders.ts";
import { Shipment, ShipmentItem } from "./shipments.ts";
import {
  ShippingCarrier,
  ShippingCarrierMethod,
  ShippingPolicy,
  SourceShippingMethod,
} from "./shipping-methods.ts";
import { DimensionUnit, WeightUnit } from "./units.ts";

type RecordSchema = z.ZodMiniObject;

/** The fields of the small records inside larger ones. */
const nested: [name: string, schema: RecordSchema, fields: string][] = [
  ["2.2 parent option", ResellerProductParentOption, "id reseller_product_parent_id name"],
  [
    "2.2 parent attribute",
    ResellerProductParentAttribute,
    "id reseller_product_parent_id name value",
  ],
  [
    "2.3 option value",
    ResellerProductVariantOptionValue,
    "id reseller_product_parent_option_id name value",
  ],
  [
    "2.3 variant image",
    ResellerProductVariantImage,
    "id reseller_product_variant_id md5_checksum url sort_order",
  ],
  ["2.4 attribute", PurchaseOrderAttribute, "id purchase_order_id key value"],
  ["2.4 purchaseOrderType", PurchaseOrderType, "id name abbreviation handle"],
  ["2.4 dimension unit", DimensionUnit, "handle abbreviatedHandle"],
  ["2.4 weight unit", WeightUnit, "handle abbreviatedHandle"],
  ["2.5 shippingPolicy", ShippingPolicy, "id name deletedAt"],
  ["2.5 carrier", ShippingCarrier, "id name handle rateProviderSupported"],
  ["2.5 carrier method", ShippingCarrierMethod, "id shippingCarrier name handle"],
  ["2.5 common package", CommonPackage, "id length width height dimensionUnit weight weightUnit"],
  ["2.6 attribute", PurchaseOrderItemAttribute, "id purchaseOrderItemId key value"],
  [
    "2.6 bundle component",
    PurchaseOrderItemBundleComponent,
    "purchaseOrderItemId orderItemBundleComponentId",
  ],
  ["2.7 custom field", CustomField, "id name value"],
  ["2.8 invoiceStatus", InvoiceStatus, "name handle"],
  ["2.8 invoiceItemType", InvoiceItemType, "name handle"],
  ["2.9 rateShoppingProvider", RateShoppingProvider, "id name handle supportsLabelGeneration"],
  [
    "2.9 package item",
    PurchaseOrderPackageItem,
    "id purchaseOrderPackageId purchaseOrderItemId quantity",
  ],
];

/** The fields that the API marks "req". */
const required: [name: string, schema: RecordSchema, fields: string][] = [
  ["2.1 Address", Address, ""],
  ["2.2 ResellerProductParent", ResellerProductParent, "account_id channel_id sku"],
  ["2.2 parent image", ResellerProductParentImage, ""],
  ["2.2 parent option", ResellerProductParentOption, ""],
  ["2.2 parent attribute", ResellerProductParentAttribute, ""],
  ["2.2 category", ResellerCategory, ""],
  [
    "2.3 ResellerProductVariant",
    ResellerProductVariant,
    "channel_id reseller_product_parent_id sku",
  ],
  ["2.3 option value", ResellerProductVariantOptionValue, ""],
  ["2.3 variant image", ResellerProductVariantImage, ""],
  ["2.4 PurchaseOrder", PurchaseOrder, ""],
  ["2.4 attribute", PurchaseOrderAttribute, ""],
  ["2.4 purchaseOrderType", PurchaseOrderType, ""],
  ["2.4 dimension unit", DimensionUnit, ""],
  ["2.4 weight unit", WeightUnit, ""],
  ["2.5 sourceShippingMethod", SourceShippingMethod, ""],
  ["2.5 shippingPolicy", ShippingPolicy, "name"],
  ["2.5 carrier", ShippingCarrier, ""],
  ["2.5 carrier method", ShippingCarrierMethod, ""],
  ["2.5 common package", CommonPackage, ""],
  ["2.5 custom package", CustomPackage, ""],
  ["2.6 PurchaseOrderItem", PurchaseOrderItem, ""],
  ["2.6 attribute", PurchaseOrderItemAttribute, ""],
  [
    "2.6 bundle component",
    PurchaseOrderItemBundleComponent,
    "purchaseOrderItemId orderItemBundleComponentId",
  ],
  ["2.7 Shipment", Shipment, ""],
  ["2.7 shipment item", ShipmentItem, ""],
  ["2.7 custom field", CustomField, ""],
  ["2.8 Invoice", Invoice, ""],
  ["2.8 invoiceStatus", InvoiceStatus, ""],
  ["2.8 invoice item", InvoiceItem, "invoiceItemType sku"],
  ["2.8 invoiceItemType", InvoiceItemType, ""],
  ["2.9 purchaseOrderPackage", PurchaseOrderPackage, "purchaseOrderId"],
  ["2.9 rateShoppingProvider", RateShoppingProvider, ""],
  ["2.9 package item", PurchaseOrderPackageItem, ""],
  ["2.10 orderFFL", OrderFFL, "id licenseNumber addressLine1"],
];

const words = (text: string) => text.split(" ").filter((word) => word !== "");

test.each(nested)("api %s has its fields", (_, schema, fields) => {
  expect(Object.keys(schema.shape).toSorted()).toEqual(words(fields).toSorted());
});

test.each(required)("api %s requires its required fields and no others", (_, schema, fields) => {
  const missing = schema.safeParse({}).error?.issues.map(({ path }) => path[0]) ?? [];
  expect(missing).toEqual(words(fields));
});
