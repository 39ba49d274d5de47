import type * as z from "zod/mini";
import {
  decimal,
  deprecated,
  flag,
  int64,
  list,
  maybe,
  record,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";
import { DimensionUnit, WeightUnit } from "./units.ts";

const packageFields = {
  id: int64(),
  length: decimal(),
  width: decimal(),
  height: decimal(),
  dimensionUnit: maybe(DimensionUnit),
  weight: decimal("Weight of the empty package"),
  weightUnit: maybe(WeightUnit),
};

/** A predefined package size (api 2.5). */
export const CommonPackage = record(packageFields, "CommonPackage");
export type CommonPackage = z.infer<typeof CommonPackage>;

/** The account's own package size (api 2.5). */
export const CustomPackage = record(
  {
    ...packageFields,
    name: text(),
    createdAt: timestamp(),
    createdByUserEmail: text(),
    updatedAt: timestamp("Null if never changed"),
  },
  "CustomPackage",
);
export type CustomPackage = z.infer<typeof CustomPackage>;

/** A company that carries parcels (api 2.5). */
const ShippingCarrier = record(
  {
    id: int64(),
    name: text(),
    handle: text(),
    rateProviderSupported: flag("Whether the rate-shopping provider knows this carrier"),
  },
  "ShippingCarrier",
);

/** One service of a carrier (api 2.5). */
export const ShippingCarrierMethod = record(
  { id: int64(), shippingCarrier: maybe(ShippingCarrier), name: text(), handle: text() },
  "ShippingCarrierMethod",
);
export type ShippingCarrierMethod = z.infer<typeof ShippingCarrierMethod>;

/** A shipping policy of the account (api 2.5). */
const ShippingPolicy = record(
  { id: int64(), name: requiredText(), deletedAt: timestamp() },
  "ShippingPolicy",
);

/** The shipping method for a source (api 2.5). */
export const SourceShippingMethod = record(
  {
    id: int64(),
    sourceId: int64(),
    description: text(),
    carrier: deprecated(text(), "shippingCarriers"),
    method: deprecated(text(), "shippingCarrierMethods"),
    shippingCode: deprecated(text(), "defaultMethodCode"),
    shippingPolicy: maybe(ShippingPolicy),
    deletedAt: timestamp(),
    shippingCarrier: maybe(ShippingCarrier),
    shippingCarrierMethod: maybe(ShippingCarrierMethod),
    shippingLabelCode: text(
      "Preferred delivery service when buying a label and the request is not rate shopped",
    ),
    defaultCarrierCode: text("Code the source recognizes for the carrier"),
    defaultMethodCode: text("Code the source recognizes for the method; formerly 'Shipping Code'"),
    overrideDefaultCodes: flag(
      "Use codes from the rate-shopping provider for the best-rate carrier and method; false by default",
    ),
    filterCarriersAndMethods: flag(
      "Consider only the carriers and methods listed here; false by default",
    ),
    shippingCarriers: list(
      ShippingCarrier,
      "The eligible carriers when filterCarriersAndMethods is true; empty when false, and then all carriers are considered",
    ),
    shippingCarrierMethods: list(
      ShippingCarrierMethod,
      "The eligible methods when filterCarriersAndMethods is true; empty when false, and then all methods are considered",
    ),
    useBestFitPackage: flag(
      "Use predefined package sizes so that all lines fit one package, the largest box for oversized requests; true by default",
    ),
    commonPackages: list(CommonPackage, "Empty when useBestFitPackage is true"),
    customPackages: list(CustomPackage, "Empty when useBestFitPackage is true"),
  },
  "SourceShippingMethod",
);
export type SourceShippingMethod = z.infer<typeof SourceShippingMethod>;
