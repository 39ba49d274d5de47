/** A read that an upstream may not serve, and how the console works without it. */
export interface TriedRow {
  name: TriedOperation;
  label: string;
  request: string;
  without: string;
  /** The key of the queries that send the same read for other screens. */
  loads: readonly string[];
}

const rows = [
  {
    name: "account",
    label: "Account",
    request: "GET /account",
    without:
      "The console can't check tokens. A 403 is normal for source and channel tokens; they work elsewhere.",
    loads: ["account", "self"],
  },
  {
    name: "rmas",
    label: "RMAs",
    request: "GET /rma",
    without: "Open an RMA by its ID. The console loads it with an update that changes nothing.",
    loads: ["rmas", "list"],
  },
  {
    name: "returns",
    label: "Returns",
    request: "GET /returns",
    without: "Open a return by its ID. The console loads it with an update that changes nothing.",
    loads: ["returns", "list"],
  },
  {
    name: "purchase-orders",
    label: "Purchase orders",
    request: "GET /purchase-orders",
    without: "Purchase orders can't be listed, only received, which changes their status.",
    loads: ["purchase-orders", "list"],
  },
  {
    name: "webhooks",
    label: "Webhooks",
    request: "GET /webhhok/configurations",
    without: "Open a webhook by its ID. The form starts empty.",
    loads: ["webhooks", "list"],
  },
  {
    name: "mapping-rules",
    label: "Mapping rules",
    request: "GET /workflow/mapping-rule",
    without: "Import or paste a mapping rule as JSON to open it.",
    loads: ["mapping-rules", "list"],
  },
  {
    name: "mapping-sets",
    label: "Mapping sets",
    request: "GET /mapping-sets",
    without: "Mapping sets aren't available.",
    loads: ["mapping-sets", "list"],
  },
  {
    name: "sources",
    label: "Source names",
    request: "GET /sources",
    without: "Sources are shown by their IDs.",
    loads: ["account", "sources"],
  },
  {
    name: "channels",
    label: "Channel names",
    request: "GET /channel/",
    without: "Channels are shown by their IDs.",
    loads: ["account", "channels"],
  },
] as const;

export type TriedOperation = (typeof rows)[number]["name"];

/** The first read of every screen, except the products of a channel, which the API's document contains. */
export const triedRows: readonly TriedRow[] = rows;

/** The key of a read's check. */
export const triedKey = (name: TriedOperation) => ["tried", name] as const;
