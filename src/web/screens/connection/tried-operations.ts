import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { createUnservedError } from "#web/base/api-error.ts";
import { askAgain, servedOperations } from "#web/base/served.ts";
import { useValue } from "#web/base/value-store.ts";

/** A read that an upstream may not serve, and how the console works without it. */
export interface TriedRow {
  label: string;
  request: string;
  without: string;
}

/** The first read of every screen, except the products of a channel, which the API's document contains. */
export const triedRows: readonly TriedRow[] = [
  {
    label: "Account",
    request: "GET /account",
    without:
      "The console can't check tokens. A 403 is normal for source and channel tokens; they work elsewhere.",
  },
  {
    label: "RMAs",
    request: "GET /rma",
    without: "Open an RMA by its ID. The console loads it with an update that changes nothing.",
  },
  {
    label: "Returns",
    request: "GET /returns",
    without: "Open a return by its ID. The console loads it with an update that changes nothing.",
  },
  {
    label: "Purchase orders",
    request: "GET /purchase-orders",
    without: "Purchase orders can't be listed, only received, which changes their status.",
  },
  {
    label: "Webhooks",
    request: "GET /webhhok/configurations",
    without: "Open a webhook by its ID. The form starts empty.",
  },
  {
    label: "Mapping rules",
    request: "GET /workflow/mapping-rule",
    without: "Import or paste a mapping rule as JSON to open it.",
  },
  {
    label: "Mapping sets",
    request: "GET /mapping-sets",
    without: "Mapping sets aren't available.",
  },
  {
    label: "Source names",
    request: "GET /sources",
    without: "Sources are shown by their IDs.",
  },
  {
    label: "Channel names",
    request: "GET /channel/",
    without: "Channels are shown by their IDs.",
  },
];

/** The smallest read. */
export const smallest = "GET /account";

export const triedKey = (request: string) => ["tried", request] as const;

/** The state of one read; without a result, nothing is known. */
export interface Tried {
  row: TriedRow;
  checking: boolean;
  result: { error: unknown } | undefined;
}

const tryRead = (request: string) => ({
  queryKey: triedKey(request),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await import("./try-operations.ts")).tryOperation(request, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The reads with their results, from checks and from other answers. While the connection is unproven, the smallest read
 * is sent once; the others are sent only when the user asks for it.
 */
export const useTriedOperations = (unproven: boolean) => {
  const [all, setAll] = useState(false);
  const served = useValue(servedOperations);
  const results = useQueries({
    queries: triedRows.map(({ request }) => ({
      ...tryRead(request),
      enabled: all || (unproven && request === smallest),
    })),
  });
  const tried = triedRows.map((row, place): Tried => {
    const { isPending = true, isFetching = false, error = null } = results[place] ?? {};
    const is = served[row.request];
    const known = is === undefined ? undefined : { error: is ? null : createUnservedError() };
    return { row, checking: isFetching, result: isPending ? known : { error } };
  });
  const checkAll = () => {
    askAgain();
    setAll(true);
    for (const { isPending, refetch } of results) if (!isPending) void refetch();
  };
  return { tried, busy: results.some(({ isFetching }) => isFetching), checkAll };
};
