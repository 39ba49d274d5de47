import type * as z from "zod/mini";
import { openEnum, record } from "./primitives.ts";

/** Units of length and the API's short forms of them (api 2.4). */
export const dimensionUnits = { inch: "in", centimeter: "cm" } as const;
export type DimensionUnitHandle = keyof typeof dimensionUnits;

/** Units of weight and the API's short forms of them (api 2.4). */
export const weightUnits = { pound: "lb", ounce: "oz", gram: "g", kilogram: "kg" } as const;
export type WeightUnitHandle = keyof typeof weightUnits;

/** Handles of units of length, in the spelling of product variants (api 2.3). */
export const dimensionUnitHandles = [
  "inch",
  "centimeter",
] as const satisfies readonly DimensionUnitHandle[];

/** Handles of units of weight, in the spelling of product variants (api 2.3). */
export const weightUnitHandles = [
  "pound",
  "ounce",
  "gram",
  "kilogram",
] as const satisfies readonly WeightUnitHandle[];

/** The unit of the lengths in the same record (api 2.4, 2.5). */
export const DimensionUnit = record(
  { handle: openEnum(dimensionUnitHandles), abbreviatedHandle: openEnum(["in", "cm"]) },
  "DimensionUnit",
);
export type DimensionUnit = z.infer<typeof DimensionUnit>;

/** The unit of the weights in the same record (api 2.4, 2.5). */
export const WeightUnit = record(
  { handle: openEnum(weightUnitHandles), abbreviatedHandle: openEnum(["lb", "oz", "g", "kg"]) },
  "WeightUnit",
);
export type WeightUnit = z.infer<typeof WeightUnit>;
