/** One read that an upstream may not serve, and how the console goes on without it. */
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
    without:
      "The API’s own health check. Source and channel tokens get 403 here and work elsewhere.",
  },
  {
    name: "rmas",
    label: "RMAs",
    request: "GET /rma",
    without: "RMAs are opened by id; a change of nothing reads one.",
  },
  {
    name: "returns",
    label: "Returns",
    request: "GET /returns",
    without: "Returns are opened by id; a change of nothing reads one.",
  },
  {
    name: "purchase-orders",
    label: "Purchase orders",
    request: "GET /purchase-orders",
    without:
      "No purchase order can be listed. The call that hands out orders changes them, so it is made on a click alone.",
  },
  {
    name: "webhooks",
    label: "Webhooks",
    request: "GET /webhhok/configurations",
    without: "Webhooks are opened by id, and their form starts empty: nothing reads one.",
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
    without: "Mapping sets cannot be shown.",
  },
  {
    name: "sources",
    label: "Source names",
    request: "GET /sources",
    without: "Sources are called by their ids.",
  },
  {
    name: "channels",
    label: "Channel names",
    request: "GET /channel/",
    without: "Channels are called by their ids.",
  },
] as const;

export type TriedOperation = (typeof rows)[number]["name"];

/** Every read that a screen begins with, but for the products of a channel, which the API's document names. */
export const triedRows: readonly TriedRow[] = rows;
