import {
  type Invoice,
  type InvoiceItemTypeHandle,
  invoiceItemTypes,
  invoiceStatuses,
  type InvoiceStatusHandle,
} from "#contract/invoices.ts";
import {
  deprecatedPurchaseOrderStatusNames,
  purchaseOrderFulfillmentStatuses,
  type PurchaseOrderFulfillmentStatusHandle,
  toPurchaseOrderStatus,
} from "#contract/purchase-order-states.ts";
import { toPurchaseOrderType } from "#contract/purchase-order-types.ts";
import {
  type OrderFFL,
  PurchaseOrder,
  type PurchaseOrderPackage,
} from "#contract/purchase-orders.ts";
import type { Shipment } from "#contract/shipments.ts";
import texts from "./data/texts.json" with { type: "json" };
import { channelsWithRetention, redacted } from "./account.ts";
import { documentPath } from "./demo-image.ts";
import {
  createDraft,
  type Draft,
  type OrderLine,
  type OrderPlan,
  planOrder,
  sumWeights,
} from "./order-draft.ts";
import {
  createCommonPackage,
  createCustomPackage,
  createParcel,
  createShippingMethod,
  type OrderWorld,
  toDimensionUnit,
  toWeightUnit,
} from "./order-world.ts";
import { day, dollars, hour, iso, isoOrNull, twoDecimals } from "./values.ts";

const providers = [
  { id: 1, name: "Parcelwise", handle: "parcelwise", supportsLabelGeneration: true },
  { id: 2, name: "RateHarbor", handle: "rate_harbor", supportsLabelGeneration: false },
] as const;

/** The data for an order's shipping label (api 2.9). */
const createPackage = (
  { random, ids, people, now }: OrderWorld,
  { plan, id: purchaseOrderId, lines, service, shippedAt }: Draft,
  shipToAddress: PurchaseOrderPackage["shipToAddress"],
) => {
  const shipFromAddress = people.business(plan.source.name, plan.source.city);
  const id = ids.next("package");
  const goods = sumWeights(lines);
  const size = [2, 7, 20].filter((limit) => goods > limit).length;
  const common = createCommonPackage(size);
  const isCustom = random.chance(0.25);
  return {
    id,
    purchaseOrderId,
    rateId: `rate_${(purchaseOrderId * 7919).toString(36)}`,
    shipFromAddress,
    shipToAddress,
    createShipmentPostProcessing: random.chance(0.7),
    updateShipmentOnPurchase: random.chance(0.5),
    shippingDate: iso(shippedAt),
    length: common.length,
    width: common.width,
    height: common.height,
    dimensionUnit: toDimensionUnit("inch"),
    weightUnit: toWeightUnit("pound"),
    totalWeight: twoDecimals(goods + common.weight),
    shippingCarrierMethod: service.method,
    rateShoppingProvider: random.pick(providers),
    rateShoppingProviderLabelSize: random.chance(0.85) ? "4x6" : "letter",
    commonPackage: isCustom ? null : common,
    customPackage: isCustom ? createCustomPackage(now, size) : null,
    items: lines.map(({ record, quantity }) => ({
      id: ids.next("packageItem"),
      purchaseOrderPackageId: id,
      purchaseOrderItemId: record.id,
      quantity,
    })),
  } satisfies PurchaseOrderPackage;
};

/** The licensed dealer that receives a firearm (api 2.10). */
const createLicense = (
  { random, ids, people }: OrderWorld,
  { plan, orderId, crossDockId }: Draft,
): OrderFFL => {
  const id = ids.next("license");
  const companyName = random.pick(texts.dealers);
  const { firstName, lastName, phone } = people.contact();
  const { addressLine1, addressLine2, city, stateCode, postal } = people.customer();
  const licenseNumber = `${random.int(1, 9)}-${random.int(10, 99)}-${random.int(100, 999)}-01-${random.int(1, 9)}${random.pick(["A", "C", "F", "K"])}-${String(10_000 + id)}`;
  return {
    id,
    orderId,
    crossDockPurchaseOrderId: crossDockId,
    licenseNumber,
    name: `${firstName} ${lastName}`,
    addressLine1: addressLine1 ?? "",
    addressLine2: addressLine2 ?? null,
    city: city ?? null,
    state: stateCode ?? null,
    postal: postal ?? null,
    phone,
    imageUrl: random.chance(0.8) ? documentPath("dealer-license", licenseNumber) : null,
    companyName,
    // A few licenses have expired since, for staff to notice.
    expiresAt: iso(plan.generatedAt + random.int(40, 900) * day),
  };
};

interface ParcelLine {
  line: OrderLine;
  quantity: number;
}

/** Splits the shipped units of an order into one parcel, or into two or three. */
const splitUnits = ({ random }: OrderWorld, lines: readonly OrderLine[]): ParcelLine[][] => {
  const count = random.chance(0.72) ? 1 : random.int(2, 3);
  const parcels: ParcelLine[][] = Array.from({ length: count }, () => []);
  lines
    .filter((line) => line.shipped > 0)
    .forEach((line, index) => {
      const half = count > 1 && line.shipped > 1 ? Math.floor(line.shipped / 2) : 0;
      parcels[index % count]?.push({ line, quantity: line.shipped - half });
      if (half > 0) parcels[(index + 1) % count]?.push({ line, quantity: half });
    });
  return parcels.filter((parcelLines) => parcelLines.length > 0);
};

/** The parcels of an order; their units add up to the shipped units of its lines. */
const createShipments = (world: OrderWorld, draft: Draft): Shipment[] => {
  const { ids, now } = world;
  const { plan, id, orderId, lines, crossDockId, service } = draft;
  const owner = {
    orderId,
    purchaseOrderId: id,
    rmaId: null,
    sourceId: plan.source.id,
    crossDockPurchaseOrderId: crossDockId,
  };
  return splitUnits(world, lines).map((parcelLines, index) => {
    const shippedAt = Math.min(now - hour, draft.shippedAt + index * 20 * hour);
    const shipment = createParcel(world, owner, service, shippedAt);
    return {
      ...shipment,
      partial:
        parcelLines.some(({ line, quantity }) => quantity < line.quantity) ||
        parcelLines.length < lines.length,
      shipmentItems: parcelLines.map(({ line, quantity }) => ({
        id: ids.next("shipmentItem"),
        shipmentId: shipment.id,
        inventoryVariantId: line.variant.id,
        orderItemId: line.record.orderItemId,
        purchaseOrderItemId: line.record.id,
        fulfillmentRequestItemId: line.record.id,
        committedStockReleasedQuantity: quantity,
        rmaItemId: null,
        quantity,
        sku: line.variant.sku,
        partial: quantity < line.quantity,
      })),
    };
  });
};

/** A row of an invoice, in cents. */
interface Charge {
  type: InvoiceItemTypeHandle;
  quantity: number;
  perUnit: number;
  sku: string;
  title: string;
  variantId: number | null;
}

const sum = (charges: readonly Charge[], type?: InvoiceItemTypeHandle): number =>
  charges
    .filter((charge) => type === undefined || charge.type === type)
    .reduce((total, { perUnit, quantity }) => total + perUnit * quantity, 0);

const createCharges = ({ random }: OrderWorld, lines: readonly OrderLine[]): Charge[] => {
  const products = lines
    .filter(({ shipped }) => shipped > 0)
    .map(({ variant: { cost, sku, title, id }, shipped }): Charge => ({
      type: "product",
      quantity: shipped,
      perUnit: cost,
      sku,
      title,
      variantId: id,
    }));
  const extra = (type: InvoiceItemTypeHandle, sku: string, title: string, perUnit: number) => {
    products.push({ type, quantity: 1, perUnit, sku, title, variantId: null });
  };
  const tax = Math.round(sum(products) * 0.0725);
  extra("shipping", "FREIGHT", "Freight", random.int(690, 5_400));
  if (random.chance(0.45)) extra("fee", "DROPSHIP", "Dropship fee", random.pick([150, 200, 375]));
  if (random.chance(0.3)) extra("tax", "TAX", "Sales tax", tax);
  if (random.chance(0.1)) extra("other", "PALLET", "Pallet deposit", 1_200);
  return products;
};

const pickStatus = ({ random, now }: OrderWorld, invoicedAt: number): InvoiceStatusHandle =>
  now - invoicedAt < 30 * day
    ? random.weighted({ unpaid: 80, paid: 20 })
    : random.weighted({ paid: 86, unpaid: 5, credited: 6, refunded: 3 });

/** The source's invoice for shipped goods; its parts add up to its total. */
const createInvoice = (world: OrderWorld, draft: Draft): Invoice => {
  const { random, ids, now } = world;
  const { plan, id: purchaseOrderId, number, lines, shipped } = draft;
  const invoicedAt = Math.min(now - hour, draft.shippedAt + day);
  const id = ids.next("invoice");
  const charges = createCharges(world, lines);
  const status = pickStatus(world, invoicedAt);
  const synced = random.chance(0.75);
  const product = sum(charges, "product");
  const paidBy = status === "paid" && random.chance(0.6) ? 400 + Math.floor(id / 6) : null;
  return {
    id,
    purchaseOrderId,
    fulfillmentRequestId: purchaseOrderId,
    rmaId: null,
    sourceId: plan.source.id,
    vendorPayoutId: paidBy,
    invoiceStatus: { name: invoiceStatuses[status], handle: status },
    purchaseOrderNumber: number,
    fulfillmentRequestNumber: number,
    invoiceNumber: `${plan.source.prefix}-INV-${50_000 + id}`,
    accountingSyncError: synced || random.chance(0.7) ? null : random.pick(texts.invoiceErrors),
    externalAccountingId: synced ? `BILL-${70_000 + id}` : null,
    insertedAt: iso(invoicedAt),
    updatedAt: iso(Math.min(now, invoicedAt + random.next() * 20 * day)),
    invoiceDate: iso(invoicedAt),
    totalCost: dollars(sum(charges)),
    totalProductCost: dollars(product),
    totalShippingCost: dollars(sum(charges, "shipping")),
    totalFeeCost: dollars(sum(charges, "fee")),
    totalTaxCost: dollars(sum(charges, "tax")),
    totalOtherCost: dollars(sum(charges, "other")),
    totalCreditCost: dollars(
      status === "refunded"
        ? product
        : status === "credited"
          ? Math.round(product * random.between(0.2, 0.5))
          : 0,
    ),
    commission: random.chance(0.2) ? dollars(Math.round(product * 0.08)) : null,
    totalQuantity: shipped,
    accountingSynced: synced,
    invoiceItems: charges.map(({ type, quantity, perUnit, sku, title, variantId }) => ({
      id: ids.next("invoiceItem"),
      invoiceId: id,
      quantity,
      sourceVariantId: variantId,
      invoiceItemType: { name: invoiceItemTypes[type], handle: type },
      cost: dollars(perUnit * quantity),
      perUnitCost: dollars(perUnit),
      sku,
      title,
      externalAccountingItemId: variantId === null ? null : `ITM-${variantId}`,
      customFields: [],
    })),
    customFields: random.chance(0.15)
      ? [
          {
            id: ids.next("customField"),
            name: "Terms",
            value: random.pick(["Net 30", "Net 45", "2/10 Net 30"]),
          },
        ]
      : [],
  };
};

const createTimestamps = ({ random, now }: OrderWorld, { plan, shipped, shippedAt }: Draft) => {
  const { generatedAt, sentAt, acknowledgedAt, endedAt, status } = plan;
  const moments = [generatedAt, sentAt, acknowledgedAt, endedAt, shipped > 0 ? shippedAt : 0];
  const last = Math.max(...moments.map((moment) => moment ?? 0));
  return {
    sentAt: isoOrNull(sentAt),
    acknowledgedAt: isoOrNull(acknowledgedAt),
    secondaryAcknowledgedAt: isoOrNull(
      acknowledgedAt !== undefined && plan.source.kind === "3pl"
        ? Math.min(now, acknowledgedAt + 2 * hour)
        : undefined,
    ),
    canceledAt: isoOrNull(status === "canceled" ? endedAt : undefined),
    generatedAt: iso(generatedAt),
    voidedAt: isoOrNull(status === "voided" ? endedAt : undefined),
    lastModifiedAt: iso(Math.min(now, last + hour * random.next())),
    holdUntil: isoOrNull(
      status === "unprocessed" && random.chance(0.3) ? now + random.int(1, 6) * day : undefined,
    ),
  };
};

/** Only goods for our own shelves are received by us. */
const createReceipt = ({ random, now }: OrderWorld, draft: Draft) => {
  const { plan, quantity, shipped, shippedAt } = draft;
  if (!plan.stock) return { purchaseOrderReceivedStatus: null, fullyReceivedAt: null };
  const status = plan.status === "voided" ? "voided" : "awaiting_to_receive";
  const arrived = shipped > 0 && now - shippedAt > 9 * day;
  const all = arrived && shipped === quantity && random.chance(0.8);
  const handle = all ? "received" : arrived ? "partially_received" : status;
  return {
    purchaseOrderReceivedStatus: { handle },
    fullyReceivedAt: all ? iso(shippedAt + 6 * day) : null,
  };
};

const createAddresses = ({ people, random, now }: OrderWorld, { plan, id }: Draft) => {
  const expired = channelsWithRetention.has(plan.channelId) && now - plan.generatedAt > 365 * day;
  const customer = plan.stock
    ? people.business("Alder & Quay Distribution", "Columbus")
    : people.ordering(people.customer(), id);
  const payer = random.chance(0.8) ? customer : people.customer();
  const shown = expired && !plan.stock ? redacted : <A>(address: A) => address;
  return {
    shippingAddress: shown(customer),
    billingAddress: shown(payer),
    shippingAddressId: customer.id,
    billingAddressId: payer.id,
  };
};

const pickReasons = ({ random }: OrderWorld, { plan: { status } }: Draft) => ({
  voidedReason: status === "voided" ? random.pick(texts.voidReasons) : null,
  processingErrorReason: status === "processing_error" ? random.pick(texts.processingErrors) : null,
  cancelReason: status === "canceled" ? random.pick(texts.cancelReasons) : null,
  note:
    status === "additional_info_required"
      ? random.pick(texts.missingInformation)
      : random.chance(0.16)
        ? random.pick(texts.customerNotes)
        : null,
});

const chooseFulfillment = (draft: Draft): PurchaseOrderFulfillmentStatusHandle => {
  const { plan, quantity, shipped } = draft;
  if (plan.status === "canceled" || plan.status === "voided") return "canceled";
  if (shipped === 0) return "awaiting_shipment";
  return shipped === quantity ? "shipped" : "partially_shipped";
};

const chooseStates = ({ now }: OrderWorld, draft: Draft) => {
  const { plan } = draft;
  // Orders from before the last half year still have the names of that time (api 3, 9).
  const old = plan.generatedAt < now - 180 * day;
  const status = toPurchaseOrderStatus(plan.status);
  const oldNames = Object.entries(deprecatedPurchaseOrderStatusNames);
  const oldName = oldNames.find(([, newer]) => newer === status.name)?.[0];
  const type = toPurchaseOrderType(plan.type);
  const handle = chooseFulfillment(draft);
  return {
    purchaseOrderStatus: old && oldName !== undefined ? { ...status, name: oldName } : status,
    purchaseOrderType:
      old && plan.type === "fulfillment_request"
        ? { ...type, name: "Fulfillment Request", abbreviation: "FR" }
        : type,
    purchaseOrderFulfillmentStatus: { name: purchaseOrderFulfillmentStatuses[handle], handle },
  };
};

const createSums = ({ random }: OrderWorld, { lines, service, quantity, shipped }: Draft) => ({
  shippedStatus:
    shipped === 0 ? "Not Started" : shipped === quantity ? "Completed" : "Partially Completed",
  totalItems: lines.length,
  totalQuantity: quantity,
  shippedQuantity: shipped,
  totalCost: dollars(lines.reduce((sum, line) => sum + line.variant.cost * line.quantity, 0)),
  estimatedShippingCost: dollars(random.int(590, service.days > 5 ? 22_000 : 4_200)),
  estimatedDropshipFee: random.chance(0.4) ? random.pick([1.5, 2, 3.75]) : null,
  shippingDistance: twoDecimals(20 + 2_600 * random.next()),
  totalWeight: sumWeights(lines),
});

const createDealerLicense = (world: OrderWorld, draft: Draft) => {
  const needed = draft.lines.some((line) => line.variant.licensed);
  const missing = draft.plan.status === "additional_info_required";
  return {
    fflInfoRequired: needed,
    orderFFL: needed && !missing ? createLicense(world, draft) : null,
  };
};

const createPackaging = (
  world: OrderWorld,
  draft: Draft,
  to: NonNullable<PurchaseOrder["shippingAddress"]>,
) => {
  const bought = world.random.chance(0.35);
  const box = bought ? createPackage(world, draft, to) : null;
  return {
    buyShippingLabel: bought,
    rateShoppedId: bought ? `shop_${(draft.id * 104_729).toString(36)}` : null,
    packageLength: box?.length ?? null,
    packageWidth: box?.width ?? null,
    packageHeight: box?.height ?? null,
    packageWeight: box?.totalWeight ?? null,
    packageDimensionUnit: box === null ? null : toDimensionUnit("inch"),
    packageWeightUnit: box === null ? null : toWeightUnit("pound"),
    purchaseOrderPackage: box,
  };
};

const createShipmentsAndInvoices = (world: OrderWorld, draft: Draft) => {
  const shipments = createShipments(world, draft);
  const invoiced = shipments.length > 0 && world.random.chance(0.88);
  const invoices = invoiced ? [createInvoice(world, draft)] : [];
  return { shipments, invoices, totalSourceInvoices: invoices.length };
};

const createLinks = ({ random }: OrderWorld, { number, plan, shipped }: Draft) => {
  const label = shipped > 0 || (plan.sentAt !== undefined && random.chance(0.3));
  const slip = plan.sentAt !== undefined && random.chance(0.85);
  const shippingLabelAttachmentLink = label ? documentPath("shipping-label", number) : null;
  const packingSlipAttachmentLink = slip ? documentPath("packing-slip", number) : null;
  const links = [shippingLabelAttachmentLink, packingSlipAttachmentLink];
  return {
    attachmentLinks: links.filter((link) => link !== null),
    shippingLabelAttachmentLink,
    packingSlipAttachmentLink,
  };
};

const apiFields = Object.keys(PurchaseOrder.shape) as (keyof PurchaseOrder)[];

/** The fields in the API document's order, which makes the JSON easier to read. */
const inApiOrder = (order: PurchaseOrder): PurchaseOrder =>
  Object.fromEntries(apiFields.map((field) => [field, order[field]])) as PurchaseOrder;

const demoPurchaseOrder = (world: OrderWorld, plan: OrderPlan): PurchaseOrder => {
  const { random, ids, now } = world;
  const draft = createDraft(world, plan);
  const { id, service } = draft;
  const method = createShippingMethod(plan.source, service, now);
  const addresses = createAddresses(world, draft);
  const synced = draft.shipped > 0 && random.chance(0.7);
  return inApiOrder({
    id,
    accountId: 1,
    orderId: draft.orderId,
    sourceId: plan.source.id,
    channelId: plan.channelId,
    purchaseOrderNumber: draft.number,
    ...createTimestamps(world, draft),
    ...createReceipt(world, draft),
    ...addresses,
    sourceShippingMethodId: method.id,
    shippingText: `${service.carrier.name} ${service.method.name}`,
    ...pickReasons(world, draft),
    confirmationNumber:
      plan.acknowledgedAt === undefined ? null : `${plan.source.prefix}${800_000 + id}`,
    ...chooseStates(world, draft),
    ...createSums(world, draft),
    sourceShippingMethod: method,
    suppressTracking: random.chance(0.05),
    beingProcessed: plan.status === "processing" && random.chance(0.2),
    accountingSynced: synced,
    externalAccountingId: synced ? `PO-${90_000 + id}` : null,
    carrierCode: service.carrier.handle,
    methodCode: service.code,
    crossDockPurchaseOrderId: draft.crossDockId,
    ...createDealerLicense(world, draft),
    ...createPackaging(world, draft, addresses.shippingAddress),
    ...createShipmentsAndInvoices(world, draft),
    purchaseOrderItems: draft.lines.map((line) => line.record),
    purchaseOrderAttributes: random.chance(0.3)
      ? random
          .some(Object.entries(texts.orderAttributes), random.int(1, 3))
          .map(([key, value]) => ({
            id: ids.next("purchaseOrderAttribute"),
            purchase_order_id: id,
            key,
            value,
          }))
      : [],
    ...createLinks(world, draft),
    tags: random.chance(0.35) ? random.some(texts.orderTags, random.int(1, 2)) : [],
  });
};

/** Generates `count` purchase orders, the oldest first. */
export function* demoPurchaseOrders(world: OrderWorld, count: number): Generator<PurchaseOrder> {
  for (let index = 0; index < count; index += 1) {
    yield demoPurchaseOrder(world, planOrder(world.random, index, count, world.now));
  }
}
