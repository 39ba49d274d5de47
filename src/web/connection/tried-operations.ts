/** A read that an upstream may not serve, and how the console works without it. */
export interface TriedRow {
  name: TriedOperation;
  label: string;
  request: string;
  without: string;
}

const rows = [
  {
    name: "account",
    label: "Account",
    request: "GET /account",
    without: "The API's health check. Source and channel tokens get 403 here but work elsewhere.",
  },
  {
    name: "rmas",
    label: "RMAs",
    request: "GET /rma",
    without: "RMAs open by id, loaded with an empty change.",
  },
  {
    name: "returns",
    label: "Returns",
    request: "GET /returns",
    without: "Returns open by id, loaded with an empty change.",
  },
  {
    name: "purchase-orders",
    label: "Purchase orders",
    request: "GET /purchase-orders",
    without: "Purchase orders can't be listed. Receiving orders changes them, so it needs a click.",
  },
  {
    name: "webhooks",
    label: "Webhooks",
    request: "GET /webhhok/configurations",
    without: "Webhooks open by id with an empty form.",
  },
  {
    name: "mapping-rules",
    label: "Mapping rules",
    request: "GET /workflow/mapping-rule",
    without: "Mapping rules open from pasted or imported JSON.",
  },
  {
    name: "mapping-sets",
    label: "Mapping sets",
    request: "GET /mapping-sets",
    without: "Mapping sets aren't available.",
  },
  {
    name: "sources",
    label: "Source names",
    request: "GET /sources",
    without: "Sources show their ids.",
  },
  {
    name: "channels",
    label: "Channel names",
    request: "GET /channel/",
    without: "Channels show their ids.",
  },
] as const;

export type TriedOperation = (typeof rows)[number]["name"];

/** The first read of every screen, except the products of a channel, which the API's document contains. */
export const triedRows: readonly TriedRow[] = rows;
