import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isUnserved } from "#web/base/api-error.ts";
import { triedKey, type TriedOperation, type TriedRow, triedRows } from "./tried-operations.ts";

/** The state of one read; without a result, nothing is known. */
export interface Tried {
  row: TriedRow;
  checking: boolean;
  result: { error: unknown } | undefined;
}

const tryRead = (name: TriedOperation) => ({
  queryKey: triedKey(name),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await import("./try-operations.ts")).tryOperation(name, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Results from the lists that were loaded for other screens. */
const useLoadedLists = () => {
  const cache = useQueryClient().getQueryCache();
  return ({ loads }: TriedRow): Tried["result"] =>
    cache.findAll({ queryKey: loads }).flatMap(({ state: { status, error } }) => {
      if (status === "success") return [{ error: null }];
      return isUnserved(error) ? [{ error }] : [];
    })[0];
};

/**
 * The reads with their results, from checks and from loaded lists. While the connection is unproven, the smallest read
 * is sent once; the others are sent only when the user asks for it.
 */
export const useTriedOperations = (unproven: boolean) => {
  const [all, setAll] = useState(false);
  const loaded = useLoadedLists();
  const results = useQueries({
    queries: triedRows.map(({ name }) => ({
      ...tryRead(name),
      enabled: all || (unproven && name === "account"),
    })),
  });
  const tried = triedRows.map((row, place): Tried => {
    const { isPending = true, isFetching = false, error = null } = results[place] ?? {};
    return { row, checking: isFetching, result: isPending ? loaded(row) : { error } };
  });
  const checkAll = () => {
    setAll(true);
    for (const { isPending, refetch } of results) if (!isPending) void refetch();
  };
  return { tried, busy: results.some(({ isFetching }) => isFetching), checkAll };
};
