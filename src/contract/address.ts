import type * as z from "zod/mini";
import { flag, int64, record, text } from "./primitives.ts";

/** A postal address (api 2.1): shipping, billing, return-to, ship-from and ship-to. */
export const Address = record(
  {
    id: int64(),
    name: text("Computed in real time by joining firstName and lastName"),
    addressLine1: text(),
    addressLine2: text(),
    city: text(),
    state: text(),
    country: text(),
    stateCode: text(),
    countryCode: text(),
    postal: text("Postal or zip code"),
    email: text(),
    phone: text("Free-form, format not enforced"),
    companyName: text(),
    firstName: text(),
    lastName: text(),
    redacted: flag(
      "True when the address belongs to an order with a personal-data retention policy whose period has been exceeded; the address content is then redacted",
    ),
    hash: text("Unique hash of the address"),
  },
  "Address",
);
export type Address = z.infer<typeof Address>;
