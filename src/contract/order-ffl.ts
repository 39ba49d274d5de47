import type * as z from "zod/mini";
import { int64, record, requiredInt64, requiredText, text, timestamp } from "./primitives.ts";

/** The firearm license of an order's recipient (api 2.10). */
export const OrderFFL = record(
  {
    id: requiredInt64(),
    orderId: int64(),
    crossDockPurchaseOrderId: int64(),
    licenseNumber: requiredText(),
    name: text(),
    addressLine1: requiredText(),
    addressLine2: text(),
    city: text(),
    state: text(),
    postal: text(),
    phone: text(),
    imageUrl: text(),
    companyName: text(),
    expiresAt: timestamp(),
  },
  "OrderFFL",
);
export type OrderFFL = z.infer<typeof OrderFFL>;
