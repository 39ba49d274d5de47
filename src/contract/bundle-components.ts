import type * as z from "zod/mini";
import { decimal, int64, integer, openEnum, record, requiredInteger, text } from "./primitives.ts";

/** Completion of a quantity (api 3): shippedStatus, allocatedStatus, acknowledgedStatus. */
export const completionStatuses = ["Not Started", "Partially Completed", "Completed"] as const;

/** An order item's bundle component (api 2.11), on RMA items and return items. */
export const OrderItemBundleComponent = record(
  {
    id: int64(),
    orderItemId: int64(),
    componentVirtualVariantId: int64(),
    componentQuantity: integer(),
    quantity: requiredInteger(),
    sku: text(),
    cost: decimal(),
    shippedQuantity: integer(),
    allocatedQuantity: integer(),
    acknowledgedQuantity: integer(),
    shippedStatus: openEnum(completionStatuses),
    allocatedStatus: openEnum(completionStatuses),
    acknowledgedStatus: openEnum(completionStatuses),
  },
  "OrderItemBundleComponent",
);
export type OrderItemBundleComponent = z.infer<typeof OrderItemBundleComponent>;
