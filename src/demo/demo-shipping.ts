import type {
  ShippingCarrier,
  ShippingCarrierMethod,
  SourceShippingMethod,
} from "#contract/shipping-methods.ts";
import {
  dimensionUnits,
  weightUnits,
  type DimensionUnitHandle,
  type WeightUnitHandle,
} from "#contract/units.ts";
import { iso } from "./demo-time.ts";
import type { SourceProfile } from "./demo-parties.ts";

export const toDimensionUnit = (handle: DimensionUnitHandle) => ({
  handle,
  abbreviatedHandle: dimensionUnits[handle],
});
export const toWeightUnit = (handle: WeightUnitHandle) => ({
  handle,
  abbreviatedHandle: weightUnits[handle],
});

/** A carrier's service, with the sources' codes for it. */
export interface Service {
  carrier: ShippingCarrier & { name: string; handle: string };
  method: ShippingCarrierMethod & { name: string; handle: string };
  code: string;
  /** Days in transit. */
  days: number;
}

/** carrier | carrier handle | service | service handle | code | days */
const serviceList = `UPS | ups | Ground | ups_ground | UG | 4
UPS | ups | 2nd Day Air | ups_2nd_day_air | U2 | 2
FedEx | fedex | Home Delivery | fedex_home_delivery | FH | 4
FedEx | fedex | Express Saver | fedex_express_saver | FE | 3
USPS | usps | Priority Mail | usps_priority | PM | 3
USPS | usps | Ground Advantage | usps_ground_advantage | GA | 5
Old Harbor Freight | old_harbor_freight | LTL Liftgate | ltl_liftgate | LTL | 8`;

const carriers: readonly string[] = ["ups", "fedex", "usps", "old_harbor_freight"];

export const services: readonly Service[] = serviceList.split("\n").map((line, index) => {
  const [name = "", handle = "", method = "", methodHandle = "", code = "", days = ""] = line
    .split("|")
    .map((cell) => cell.trim());
  const carrier = {
    id: carriers.indexOf(handle) + 1,
    name,
    handle,
    rateProviderSupported: handle !== "old_harbor_freight",
  };
  return {
    carrier,
    method: { id: index + 1, shippingCarrier: carrier, name: method, handle: methodHandle },
    code,
    days: Number(days),
  };
});

/** The services of a source: parcels everywhere, freight from our own docks. */
export const findServices = ({ id, kind }: SourceProfile): readonly Service[] =>
  services.filter(
    (service, index) => index % 3 === id % 3 || (kind === "warehouse" && service.code === "LTL"),
  );

const commonPackages = [
  [1, 9, 6, 3, 0.2],
  [2, 12, 9, 4, 0.4],
  [3, 16, 12, 8, 0.9],
  [4, 24, 18, 12, 1.6],
] as const;

const inch = toDimensionUnit("inch");
const pound = toWeightUnit("pound");

export const createCommonPackage = (index: number) => {
  const [id, length, width, height, weight] =
    commonPackages[index % commonPackages.length] ?? commonPackages[0];
  return { id, length, width, height, dimensionUnit: inch, weight, weightUnit: pound };
};

export const createCustomPackage = (now: number, index: number) => ({
  ...createCommonPackage(index),
  id: 100 + (index % 3),
  name: ["Lamp carton, tall", "Long-goods tube", "Cookware double wall"][index % 3] ?? "Carton",
  createdAt: iso(now - 400 * 86_400_000),
  createdByUserEmail: "dock@alderquay.example",
  updatedAt: index % 2 === 0 ? null : iso(now - 90 * 86_400_000),
});

/** The shipping method that a source receives for a service: old names and new ones side by side (api 2.5, 9). */
export const createShippingMethod = (
  source: SourceProfile,
  service: Service,
  now: number,
): SourceShippingMethod => {
  const id = source.id * 10 + (service.method.id ?? 0);
  const filtered = id % 4 === 0;
  const ownBoxes = id % 3 === 0;
  const retired = id % 29 === 0;
  return {
    id,
    sourceId: source.id,
    description: `${service.carrier.name} ${service.method.name}`,
    carrier: service.carrier.name,
    method: service.method.name,
    shippingCode: service.code,
    shippingPolicy: {
      id: service.days <= 3 ? 2 : 1,
      name: service.days <= 3 ? "Expedited" : "Standard",
      deletedAt: null,
    },
    deletedAt: retired ? iso(now - 20 * 86_400_000) : null,
    shippingCarrier: service.carrier,
    shippingCarrierMethod: service.method,
    shippingLabelCode: service.method.handle,
    defaultCarrierCode: service.carrier.handle.toUpperCase(),
    defaultMethodCode: service.code,
    overrideDefaultCodes: id % 5 === 0,
    filterCarriersAndMethods: filtered,
    shippingCarriers: filtered ? [service.carrier] : [],
    shippingCarrierMethods: filtered ? [service.method] : [],
    useBestFitPackage: !ownBoxes,
    commonPackages: ownBoxes ? [createCommonPackage(1), createCommonPackage(2)] : [],
    customPackages: ownBoxes ? [createCustomPackage(now, id)] : [],
  };
};

/** A tracking number in the carrier's format. */
export const createTrackingNumber = (
  service: Service,
  digits: (count: number) => string,
): string => {
  if (service.carrier.handle === "ups") return `1Z${digits(16)}`;
  if (service.carrier.handle === "usps") return `94${digits(20)}`;
  return digits(12);
};

export const createTrackingUrl = (service: Service, trackingNumber: string): string =>
  `https://tracking.example.com/${service.carrier.handle}/${trackingNumber}`;
