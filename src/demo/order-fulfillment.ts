import {
  invoiceItemTypes,
  invoiceStatuses,
  type Invoice,
  type InvoiceItemTypeHandle,
  type InvoiceStatusHandle,
} from "#contract/invoices.ts";
import type { OrderFFL } from "#contract/order-ffl.ts";
import type { PurchaseOrderPackage } from "#contract/order-packages.ts";
import type { Shipment } from "#contract/shipments.ts";
import texts from "./data/texts.json" with { type: "json" };
import { documentPath } from "./demo-image.ts";
import { sumWeights, type Draft, type OrderLine } from "./order-draft.ts";
import type { OrderWorld } from "./order-world.ts";
import {
  createCommonPackage,
  createCustomPackage,
  createParcel,
  toDimensionUnit,
  toWeightUnit,
} from "./shipping.ts";
import { day, dollars, hour, iso, twoDecimals } from "./values.ts";

const providers = [
  { id: 1, name: "Parcelwise", handle: "parcelwise", supportsLabelGeneration: true },
  { id: 2, name: "RateHarbor", handle: "rate_harbor", supportsLabelGeneration: false },
] as const;

/** The data for an order's shipping label (api 2.9). */
export const createPackage = (
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
export const createLicense = (
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
export const createShipments = (world: OrderWorld, draft: Draft): Shipment[] => {
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
export const createInvoice = (world: OrderWorld, draft: Draft): Invoice => {
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
