import type { Shipment } from "#contract/shipments.ts";
import type { SourceShippingMethod } from "#contract/shipping-methods.ts";
import {
  type DimensionUnitHandle,
  dimensionUnits,
  type WeightUnitHandle,
  weightUnits,
} from "#contract/units.ts";
import account from "./data/account.json" with { type: "json" };
import texts from "./data/texts.json" with { type: "json" };
import type { People, SourceProfile } from "./account.ts";
import type { DemoProduct } from "./products.ts";
import { day, dollars, hour, type Ids, iso, type Random } from "./values.ts";

export const toDimensionUnit = (handle: DimensionUnitHandle) => ({
  handle,
  abbreviatedHandle: dimensionUnits[handle],
});
export const toWeightUnit = (handle: WeightUnitHandle) => ({
  handle,
  abbreviatedHandle: weightUnits[handle],
});

/** A carrier's service, with the sources' codes for it and the days in transit. */
type Service = (typeof services)[number];

export const services = account.services.map((row, index) => {
  const carrier = {
    id: row.carrierId,
    name: row.carrier,
    handle: row.carrierHandle,
    rateProviderSupported: row.carrierHandle !== "old_harbor_freight",
  };
  return {
    carrier,
    method: { id: index + 1, shippingCarrier: carrier, name: row.method, handle: row.methodHandle },
    code: row.code,
    days: row.days,
  };
});

/** The services of a source: parcels everywhere, freight from our own docks. */
export const findServices = ({ id, kind }: SourceProfile): readonly Service[] =>
  services.filter(
    (service, index) => index % 3 === id % 3 || (kind === "warehouse" && service.code === "LTL"),
  );

const commonPackages = account.packages.map(({ weight, ...size }) => ({
  ...size,
  dimensionUnit: toDimensionUnit("inch"),
  weight,
  weightUnit: toWeightUnit("pound"),
}));

const [smallest] = commonPackages;

/** A package size of the carriers. */
export const createCommonPackage = (index: number) => {
  const found = commonPackages[index % commonPackages.length] ?? smallest;
  if (found === undefined) throw new RangeError("There are no package sizes");
  return found;
};

/** A package size of the account. */
export const createCustomPackage = (now: number, index: number) => ({
  ...createCommonPackage(index),
  id: 100 + (index % 3),
  name: ["Lamp carton, tall", "Long-goods tube", "Cookware double wall"][index % 3] ?? "Carton",
  createdAt: iso(now - 400 * day),
  createdByUserEmail: "dock@alderquay.example",
  updatedAt: index % 2 === 0 ? null : iso(now - 90 * day),
});

/** The shipping method that a source receives for a service: old names and new ones side by side (api 2.5, 9). */
export const createShippingMethod = (
  source: SourceProfile,
  { carrier, method, code, days }: Service,
  now: number,
): SourceShippingMethod => {
  const id = source.id * 10 + method.id;
  const filtered = id % 4 === 0;
  const ownBoxes = id % 3 === 0;
  const retired = id % 29 === 0;
  return {
    id,
    sourceId: source.id,
    description: `${carrier.name} ${method.name}`,
    carrier: carrier.name,
    method: method.name,
    shippingCode: code,
    shippingPolicy: {
      id: days <= 3 ? 2 : 1,
      name: days <= 3 ? "Expedited" : "Standard",
      deletedAt: null,
    },
    deletedAt: retired ? iso(now - 20 * day) : null,
    shippingCarrier: carrier,
    shippingCarrierMethod: method,
    shippingLabelCode: method.handle,
    defaultCarrierCode: carrier.handle.toUpperCase(),
    defaultMethodCode: code,
    overrideDefaultCodes: id % 5 === 0,
    filterCarriersAndMethods: filtered,
    shippingCarriers: filtered ? [carrier] : [],
    shippingCarrierMethods: filtered ? [method] : [],
    useBestFitPackage: !ownBoxes,
    commonPackages: ownBoxes ? [createCommonPackage(1), createCommonPackage(2)] : [],
    customPackages: ownBoxes ? [createCustomPackage(now, id)] : [],
  };
};

/** The order or return of a parcel. */
type ParcelOwner = Pick<
  Shipment,
  "orderId" | "purchaseOrderId" | "rmaId" | "sourceId" | "crossDockPurchaseOrderId"
>;

/** The start and the number of digits of a carrier's tracking numbers. */
const trackingNumbers: Readonly<Record<string, readonly [start: string, digits: number]>> = {
  ups: ["1Z", 16],
  usps: ["94", 20],
};

/** The common fields of a parcel of an order and one of a return. */
export const createParcel = (
  { random, ids }: OrderWorld,
  { orderId, purchaseOrderId, rmaId, sourceId, crossDockPurchaseOrderId }: ParcelOwner,
  { carrier, method, days }: Service,
  shippedAt: number,
) => {
  const [start, length] = trackingNumbers[carrier.handle] ?? ["", 12];
  const trackingNumber = start + Array.from({ length }, () => random.int(0, 9)).join("");
  const syncError = random.chance(0.04) ? random.pick(texts.shipmentErrors) : null;
  return {
    id: ids.next("shipment"),
    orderId,
    purchaseOrderId,
    fulfillmentRequestId: purchaseOrderId,
    rmaId,
    sourceId,
    accountId: 1,
    crossDockPurchaseOrderId,
    note: random.chance(0.12) ? random.pick(texts.shipmentNotes) : null,
    trackingUrl: `https://tracking.example.com/${carrier.handle}/${trackingNumber}`,
    trackingNumber,
    carrier: carrier.name,
    method: method.name,
    syncError,
    shippedAt: iso(shippedAt),
    insertedAt: iso(shippedAt - hour * random.next()),
    updatedAt: iso(shippedAt + hour * 0.5 * random.next()),
    shippingCost: dollars(random.int(640, days > 5 ? 18_000 : 3_900)),
    suppressed: random.chance(0.03),
    syncedToChannel: syncError === null && random.chance(0.92),
    accountingSynced: random.chance(0.6),
    customFields: random.chance(0.18)
      ? random
          .some(Object.entries(texts.shipmentFields), random.int(1, 2))
          .map(([name, value]) => ({ id: ids.next("customField"), name, value }))
      : [],
  } satisfies Partial<Shipment>;
};

/** The data that all generators of orders and returns use. */
export interface OrderWorld {
  random: Random;
  ids: Ids;
  people: People;
  pool: ReturnType<typeof createVariantPool>;
  now: number;
}

const createPooled = ({ shelf }: DemoProduct, variant: Variant) => ({
  ...variant,
  /** What the source asks for it, in cents. */
  cost: Math.round(Math.round(variant.price * 100) * (0.48 + (variant.id % 19) / 100)),
  department: shelf.department,
  licensed: shelf.leaf.licensed,
});

/** A variant as an order line needs it. */
export type PooledVariant = ReturnType<typeof createPooled>;
type Variant = DemoProduct["parent"]["variants"][number];

/** The sample size of each department, and of licensed variants. */
const sampleSize = 500;

const licensedKey = "licensed";

/** The variants for orders and returns: a fair sample of each department, however many products there are. */
export const createVariantPool = (random: Random) => {
  const samples = new Map<string, { seen: number; kept: PooledVariant[] }>();
  const listKept = (key: string): readonly PooledVariant[] => samples.get(key)?.kept ?? [];
  return {
    add: (product: DemoProduct) => {
      const { leaf, department } = product.shelf;
      const key = leaf.licensed ? licensedKey : department;
      const sample = samples.get(key) ?? { seen: 0, kept: [] };
      samples.set(key, sample);
      for (const variant of product.parent.variants) {
        sample.seen += 1;
        const { seen, kept } = sample;
        const at = kept.length < sampleSize ? kept.length : random.int(0, seen - 1);
        if (at < sampleSize) kept[at] = createPooled(product, variant);
      }
    },
    /** A variant of one of these departments (none named: of any). Licensed goods only if `licensed` is true. */
    pick: (chooser: Random, departments: readonly string[], licensed: boolean): PooledVariant => {
      if (licensed && listKept(licensedKey).length > 0) return chooser.pick(listKept(licensedKey));
      const all = [...samples.keys()].filter((key) => key !== licensedKey);
      const stocked = departments.filter((key) => listKept(key).length > 0);
      const fallback = all.length > 0 ? all : [licensedKey];
      return chooser.pick(listKept(chooser.pick(stocked.length > 0 ? stocked : fallback)));
    },
  };
};
