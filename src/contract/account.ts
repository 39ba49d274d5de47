import * as z from "zod/mini";
import { operation, tokenMatrix } from "./operation.ts";
import { int64, openEnum, record, requiredInt64, text, timestamp } from "./primitives.ts";

/** The account record; the API does not document its fields (api 4.1), so only the service's are named. */
export const Account = record({ id: int64(), name: text(), insertedAt: timestamp() }, "Account");
export type Account = z.infer<typeof Account>;

/** A supplier, warehouse or third-party logistics provider that fulfils orders (api 1, neighbours). */
export const Source = record({ id: requiredInt64(), name: text() }, "Source");
export type Source = z.infer<typeof Source>;

/** The kind of a channel; the API names the three kinds in prose (api 1) and lists no values. */
const channelTypes = ["reseller", "marketplace", "storefront", "point_of_sale"] as const;

/** A marketplace, storefront or point of sale that sells products and sends orders (api 1, neighbours). */
export const Channel = record(
  { id: requiredInt64(), name: text(), channelType: openEnum(channelTypes) },
  "Channel",
);
export type Channel = z.infer<typeof Channel>;

export const accountOperations = {
  getAccount: operation({
    method: "GET",
    path: "/account",
    summary: "Confirm that a token works",
    description:
      "Source and channel tokens get 403 here although they work on their scoped endpoints.",
    section: "api 4.1",
    response: Account,
    tokens: tokenMatrix.account,
    changesState: false,
    role: "viewer",
    extension: false,
  }),
  listSources: operation({
    method: "GET",
    path: "/sources",
    summary: "List the account's sources",
    section: "neighbours",
    response: z.array(Source),
    tokens: tokenMatrix.account,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
  // The trailing slash is the API's own.
  listChannels: operation({
    method: "GET",
    path: "/channel/",
    summary: "List the account's channels",
    section: "neighbours",
    response: z.array(Channel),
    tokens: tokenMatrix.account,
    changesState: false,
    role: "viewer",
    extension: true,
  }),
};
