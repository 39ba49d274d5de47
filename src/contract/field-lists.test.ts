import type * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { Address } from "./address.ts";
import { OrderItemBundleComponent } from "./bundle-components.ts";
import { Invoice, InvoiceItem } from "./invoices.ts";
import {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateGroup,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "./mapping-rule-request.ts";
import {
  GlobalDataType,
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroup,
  WorkflowRuleGroupCondition,
} from "./mapping-rule-tree.ts";
import { MappingRule } from "./mapping-rules.ts";
import { MappingSet } from "./mapping-sets.ts";
import { OrderFFL } from "./purchase-orders.ts";
import { PurchaseOrderPackage } from "./purchase-orders.ts";
import { CommonPackage, CustomPackage } from "./shipping-methods.ts";
import {
  ResellerCategory,
  ResellerProductParent,
  ResellerProductParentImage,
  ResellerProductVariant,
} from "./products.ts";
import { PurchaseOrderItem } from "./purchase-orders.ts";
import { PurchaseOrder } from "./purchase-orders.ts";
import { ReturnItem, ReturnModel, ReturnUpdate } from "./returns.ts";
import { Rma, RmaAttachment, RmaItem, RmaItemUpdate, RmaShipment } from "./rmas.ts";
import { Shipment, ShipmentItem } from "./shipments.ts";
import {
  ShippingCarrier,
  ShippingCarrierMethod,
  SourceShippingMethod,
} from "./shipping-methods.ts";
import { WebhookConfiguration, WebhookConfigurationUpdate } from "./webhooks.ts";

/** The field lists of api 2 and 4, written separately from the schemas so that a mistake in either is detected. */
const lists: [name: string, schema: z.ZodMiniType, fields: string][] = [
  [
    "2.1 address",
    Address,
    "id name addressLine1 addressLine2 city state country stateCode countryCode postal email phone companyName firstName lastName redacted hash",
  ],
  [
    "2.2 product parent",
    ResellerProductParent,
    "id account_id channel_id sku title description brand inserted_at updated_at images options attributes variants category_one category_two category_three",
  ],
  [
    "2.2 parent image",
    ResellerProductParentImage,
    "id reseller_product_parent_id md5_checksum url sort_order",
  ],
  [
    "2.2 category",
    ResellerCategory,
    "id parent_category_id channel_id name inserted_at updated_at",
  ],
  [
    "2.3 variant",
    ResellerProductVariant,
    "id account_id channel_id reseller_product_parent_id sku price sale_price msrp map estimated_shipping_cost estimated_dropship_fee title mpn upc ean asin weight length width height weight_unit dimension_unit quantity dimensional_weight inserted_at updated_at option_values images parent description category_one category_two category_three",
  ],
  [
    "2.4 purchase order",
    PurchaseOrder,
    "id accountId orderId sourceId channelId purchaseOrderNumber sentAt acknowledgedAt secondaryAcknowledgedAt canceledAt generatedAt voidedAt lastModifiedAt holdUntil fullyReceivedAt shippingAddress billingAddress shippingAddressId billingAddressId sourceShippingMethodId shippingText note confirmationNumber shippedStatus purchaseOrderStatus purchaseOrderFulfillmentStatus purchaseOrderReceivedStatus totalItems totalQuantity shippedQuantity totalSourceInvoices totalCost estimatedShippingCost estimatedDropshipFee shippingDistance totalWeight packageLength packageWidth packageHeight packageWeight sourceShippingMethod suppressTracking beingProcessed fflInfoRequired accountingSynced buyShippingLabel externalAccountingId rateShoppedId carrierCode methodCode packageDimensionUnit packageWeightUnit crossDockPurchaseOrderId voidedReason processingErrorReason cancelReason purchaseOrderItems shipments invoices purchaseOrderAttributes purchaseOrderType purchaseOrderPackage orderFFL attachmentLinks shippingLabelAttachmentLink packingSlipAttachmentLink tags",
  ],
  [
    "2.5 shipping method",
    SourceShippingMethod,
    "id sourceId description carrier method shippingCode shippingPolicy deletedAt shippingCarrier shippingCarrierMethod shippingLabelCode defaultCarrierCode defaultMethodCode overrideDefaultCodes filterCarriersAndMethods shippingCarriers shippingCarrierMethods useBestFitPackage commonPackages customPackages",
  ],
  ["2.5 carrier", ShippingCarrier, "id name handle rateProviderSupported"],
  ["2.5 carrier method", ShippingCarrierMethod, "id shippingCarrier name handle"],
  ["2.5 common package", CommonPackage, "id length width height dimensionUnit weight weightUnit"],
  [
    "2.5 custom package",
    CustomPackage,
    "id length width height dimensionUnit weight weightUnit name createdAt createdByUserEmail updatedAt",
  ],
  [
    "2.6 purchase order item",
    PurchaseOrderItem,
    "id purchaseOrderId orderItemId inventoryVariantId lineItemNumber sku itemReferenceId referenceId title externalAccountingItemId upc mpn binLocation subtotal quantity cost weight length width height shippedQuantity voidedQuantity acknowledgedQuantity secondaryAcknowledgedQuantity canceledQuantity weightUnit dimensionUnit attributes bundleComponents",
  ],
  [
    "2.7 shipment",
    Shipment,
    "id orderId purchaseOrderId fulfillmentRequestId rmaId sourceId accountId crossDockPurchaseOrderId note trackingUrl trackingNumber carrier method syncError shippedAt insertedAt updatedAt shippingCost partial suppressed syncedToChannel accountingSynced shipmentItems customFields",
  ],
  [
    "2.7 shipment item",
    ShipmentItem,
    "id shipmentId inventoryVariantId orderItemId purchaseOrderItemId fulfillmentRequestItemId committedStockReleasedQuantity rmaItemId quantity sku partial",
  ],
  [
    "2.8 invoice",
    Invoice,
    "id purchaseOrderId fulfillmentRequestId rmaId sourceId vendorPayoutId invoiceStatus purchaseOrderNumber fulfillmentRequestNumber invoiceNumber accountingSyncError externalAccountingId insertedAt updatedAt invoiceDate totalCost totalProductCost totalShippingCost totalFeeCost totalTaxCost totalOtherCost totalCreditCost commission totalQuantity accountingSynced invoiceItems customFields",
  ],
  [
    "2.8 invoice item",
    InvoiceItem,
    "id invoiceId quantity sourceVariantId invoiceItemType cost perUnitCost sku title externalAccountingItemId customFields",
  ],
  [
    "2.9 package",
    PurchaseOrderPackage,
    "id purchaseOrderId rateId shipFromAddress shipToAddress createShipmentPostProcessing updateShipmentOnPurchase shippingDate length width height dimensionUnit weightUnit totalWeight shippingCarrierMethod rateShoppingProvider rateShoppingProviderLabelSize commonPackage customPackage items",
  ],
  [
    "2.10 FFL",
    OrderFFL,
    "id orderId crossDockPurchaseOrderId licenseNumber name addressLine1 addressLine2 city state postal phone imageUrl companyName expiresAt",
  ],
  [
    "2.11 RMA",
    Rma,
    "id returnId sourceId accountId rmaNumber returnToAddress items totalRmaItems createdAt updatedAt rmaStatus rmaShipments creditSubtotal creditAdjustment creditTotal creditLastSyncedAt accountingSyncedAt syncCreditChangesToOrder shipmentReceivedStatus accountingError",
  ],
  [
    "2.11 RMA item",
    RmaItem,
    "id returnItemId rmaId quantity approvedQuantity deniedQuantity receivedQuantity voidedQuantity sku title returnReason returnCondition note cost creditedAmount bundleComponents",
  ],
  [
    "2.11 bundle component",
    OrderItemBundleComponent,
    "id orderItemId componentVirtualVariantId componentQuantity quantity sku cost shippedQuantity allocatedQuantity acknowledgedQuantity shippedStatus allocatedStatus acknowledgedStatus",
  ],
  [
    "2.11 RMA shipment",
    RmaShipment,
    "id rmaId accountId shipment shippingAddress attachments createdAt sentAt rmaShipmentStatus",
  ],
  ["2.11 attachment", RmaAttachment, "id rmaId rmaShipmentId attachmentType attachmentUrl"],
  [
    "2.12 return",
    ReturnModel,
    "id orderId accountId channelId totalReturnItems totalRmas returnNumber items rmas returnTotal refundAdjustment refundSubtotal refundTotal status insertedAt updatedAt refundLastSyncedAt syncRefundChangesToOrder shipmentReceivedStatus",
  ],
  [
    "2.12 return item",
    ReturnItem,
    "id returnId orderItemId returnQuantity sku returnReason returnCondition title salesPrice refundedAmount bundleComponents",
  ],
  [
    "2.13 mapping set",
    MappingSet,
    "id accountId createdByUserId createdAt name description totalItems exclusionListForSourceId exclusionType",
  ],
  [
    "2.14 webhook configuration",
    WebhookConfiguration,
    "id configurationName sourceId channelId webhookUrl notificationEmail status subscribedEvents createdAt updatedAt",
  ],
  [
    "2.15 mapping rule",
    MappingRule,
    "id name description createdAt updatedAt eventId useOriginalInputValue globalObjectFieldId globalDataTypeId workflowRuleTypeId configured globalDataType rule fieldsUsedBySetToField fieldsUsedByFormulas",
  ],
  ["2.15 data type", GlobalDataType, "id name handle"],
  [
    "2.15 workflow rule",
    WorkflowRule,
    "id name createdAt updatedAt rank workflowRuleTypeId alwaysRun configured groups actions childRules workflowRuleType enabled tierData createdByUserId modifiedByUserId",
  ],
  ["2.15 group", WorkflowRuleGroup, "id rank conditions"],
  [
    "2.15 condition",
    WorkflowRuleGroupCondition,
    "id rank globalObjectFieldId workflowDataTypeComparatorId preModifierDataTypeComparatorId condition condition2 condition3 condition4 fieldArrayMustMatchAll conditionArrayMustMatchAll metaData childConditions workflowDataTypeComparator preModifierDataTypeComparator",
  ],
  [
    "2.15 comparator",
    WorkflowDataTypeComparator,
    "id globalDataTypeId name handle hideInput usesOtherField preModifier preModifierResultGlobalDataTypeId usesList",
  ],
  [
    "2.15 action",
    WorkflowRuleAction,
    "id globalObjectFieldId workflowDataTypeActionId value value2 value3 value4 rank metaData usesOtherFieldScope applyToMatchedOnly childActions headerName workflowDataTypeAction",
  ],
  [
    "2.15 action type",
    WorkflowDataTypeAction,
    "id name handle hideInput usesOtherField formula globalDataTypeId formulaCanRunAgainstGlobalObjectIds globalDataTypeFilterIds",
  ],
  [
    "4.4 RMA items",
    RmaItemUpdate,
    "id sku quantity returnCondition returnReason note approvedQuantity deniedQuantity cost creditedAmount",
  ],
  ["4.5 return", ReturnUpdate, "returnStatus refundAdjustment syncRefundChangesToOrder"],
  [
    "4.6 mapping rule",
    UpdateOrCreateMappingRule,
    "id name description eventId useOriginalInputValue globalObjectFieldId globalDataTypeId rule",
  ],
  [
    "4.6 workflow rule",
    UpdateOrCreateWorkflowRule,
    "id name workflowRuleTypeId alwaysRun enabled groups actions childRules tierData updatedAt",
  ],
  ["4.6 group", UpdateOrCreateGroup, "id conditions"],
  [
    "4.6 condition",
    UpdateOrCreateCondition,
    "id globalObjectFieldId workflowDataTypeComparatorId condition condition2 condition3 condition4 fieldArrayMustMatchAll conditionArrayMustMatchAll preModifierDataTypeComparatorId metaData childConditions",
  ],
  [
    "4.6 action",
    UpdateOrCreateAction,
    "id globalObjectFieldId workflowDataTypeActionId value value2 value3 value4 metaData usesOtherFieldScope applyToMatchedOnly childActions headerName",
  ],
  [
    "4.8 webhook",
    WebhookConfigurationUpdate,
    "webhookUrl notificationEmail subscribedEvents status",
  ],
];

describe("every record and request has the fields that the API lists", () => {
  test.each(lists)("api %s", (_, schema, fields) => {
    const shape = (schema as unknown as z.ZodMiniObject).shape;
    expect(Object.keys(shape).toSorted()).toEqual(fields.split(" ").toSorted());
  });
});
