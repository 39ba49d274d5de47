import type * as z from "zod/mini";
import { decimal, int64, maybe, record, text, timestamp } from "./primitives.ts";
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
