import { record } from "./primitives.ts";
export const Shipment = record({});
