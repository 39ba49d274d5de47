import type * as z from "zod/mini";
import { int64, record, text } from "./primitives.ts";

/** A name and a value that a workspace adds to shipments and invoices (api 2.7, 2.8). */
export const CustomField = record({ id: int64(), name: text(), value: text() }, "CustomField");
export type CustomField = z.infer<typeof CustomField>;
