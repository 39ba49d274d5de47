import type { Address } from "#contract/address.ts";
import type { OrderFFL } from "#contract/order-ffl.ts";
import type { PurchaseOrderPackage } from "#contract/order-packages.ts";
import { documentPath } from "./demo-documents.ts";
import { imageMarker } from "./demo-image.ts";
import type { OrderLine } from "./demo-order-items.ts";
import {
  createCommonPackage,
  createCustomPackage,
  toDimensionUnit,
  toWeightUnit,
  type Service,
} from "./demo-shipping.ts";
import { day, iso } from "./demo-time.ts";
import type { Ids } from "./ids.ts";
import { twoDecimals } from "./money.ts";
import type { Contact, People } from "./people.ts";
import type { Random } from "./random.ts";

const pounds = { pound: 1, ounce: 1 / 16, gram: 1 / 453.592, kilogram: 1 / 0.453592 } as const;

/** The weight of all lines in pounds; a line without a weight counts as one. */
export const sumWeights = (lines: readonly OrderLine[]): number =>
  twoDecimals(
    lines.reduce(
      (total, { variant, quantity }) =>
        total +
        quantity *
          (variant.weight ?? 1) *
          (variant.weightUnit === null ? 1 : pounds[variant.weightUnit]),
      0,
    ),
  );

const providers = [
  { id: 1, name: "Parcelwise", handle: "parcelwise", supportsLabelGeneration: true },
  { id: 2, name: "RateHarbor", handle: "rate_harbor", supportsLabelGeneration: false },
] as const;

/** The data for an order's shipping label (api 2.9). */
export const orderPackage = (
  random: Random,
  ids: Ids,
  orderId: number,
  addresses: { from: Address; to: Address },
  service: Service,
  lines: readonly OrderLine[],
  moments: { shipping: number; now: number },
): PurchaseOrderPackage => {
  const id = ids.next("package");
  const goods = sumWeights(lines);
  const size = [2, 7, 20].filter((limit) => goods > limit).length;
  const custom = random.chance(0.25);
  const box = custom ? createCustomPackage(moments.now, size) : createCommonPackage(size);
  return {
    id,
    purchaseOrderId: orderId,
    rateId: `rate_${(orderId * 7919).toString(36)}`,
    shipFromAddress: addresses.from,
    shipToAddress: addresses.to,
    createShipmentPostProcessing: random.chance(0.7),
    updateShipmentOnPurchase: random.chance(0.5),
    shippingDate: iso(moments.shipping),
    length: box.length,
    width: box.width,
    height: box.height,
    dimensionUnit: toDimensionUnit("inch"),
    weightUnit: toWeightUnit("pound"),
    totalWeight: twoDecimals(goods + box.weight),
    shippingCarrierMethod: service.method,
    rateShoppingProvider: random.pick(providers),
    rateShoppingProviderLabelSize: random.chance(0.85) ? "4x6" : "letter",
    commonPackage: custom ? null : createCommonPackage(size),
    customPackage: custom ? createCustomPackage(moments.now, size) : null,
    items: lines.map(({ record, quantity }) => ({
      id: ids.next("packageItem"),
      purchaseOrderPackageId: id,
      purchaseOrderItemId: record.id,
      quantity,
    })),
  };
};

const dealers = [
  "Timberline Sporting Goods",
  "Two Rivers Firearms",
  "Prairie Arms & Outfitters",
  "Ridge Road Gunsmiths",
];

/** The licensed dealer that receives a firearm (api 2.10). */
export const orderLicense = (
  random: Random,
  ids: Ids,
  people: People,
  owner: { orderId: number; crossDockPurchaseOrderId: number | null },
  generatedAt: number,
): OrderFFL => {
  const id = ids.next("license");
  const dealer = random.pick(dealers);
  const contact: Contact = people.contact();
  const { addressLine1, addressLine2, city, stateCode, postal } = people.customer(ids);
  const licenseNumber = `${random.int(1, 9)}-${random.int(10, 99)}-${random.int(100, 999)}-01-${random.int(1, 9)}${random.pick(["A", "C", "F", "K"])}-${String(10_000 + id)}`;
  return {
    id,
    orderId: owner.orderId,
    crossDockPurchaseOrderId: owner.crossDockPurchaseOrderId,
    licenseNumber,
    name: `${contact.firstName} ${contact.lastName}`,
    addressLine1: addressLine1 ?? "",
    addressLine2: addressLine2 ?? null,
    city: city ?? null,
    state: stateCode ?? null,
    postal: postal ?? null,
    phone: contact.phone,
    imageUrl: random.chance(0.8)
      ? imageMarker + documentPath("dealer-license", licenseNumber)
      : null,
    companyName: dealer,
    // A few licenses have expired since, for staff to notice.
    expiresAt: iso(generatedAt + random.int(40, 900) * day),
  };
};
