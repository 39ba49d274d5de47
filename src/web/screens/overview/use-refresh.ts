import type { QueryKey } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "#web/api/query-client.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";

/** What the overview counts, by the first part of the queries' keys; names of sources and channels stay. */
const counted: ReadonlySet<unknown> = new Set([
  "rmas",
  "returns",
  "purchase-orders",
  "received-orders",
  "webhooks",
]);

export const isCounted = (queryKey: QueryKey): boolean => counted.has(queryKey[0]);

/** A person who comes back sooner than this, in ms, finds the figures as they were. */
const restMs = 5 * 60_000;

/** Loads the figures that were loaded before a time. Not by their own age: its timers sleep with the computer. */
const loadOlder = (before: number): void =>
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ queryKey, state }) => isCounted(queryKey) && state.dataUpdatedAt <= before,
  });

/**
 * Loads the figures again when the person comes back to the window after a while, or asks for it: an overview that is
 * open all day would show those of the morning.
 */
export const useRefresh = (): void => {
  useScreenActions([{ label: "Refresh", run: () => loadOlder(Date.now()) }]);
  useEffect(() => {
    let loadedAt = Date.now();
    const onReturn = () => {
      const now = Date.now();
      if (document.visibilityState === "hidden" || now - loadedAt < restMs) return;
      loadedAt = now;
      loadOlder(now - restMs);
    };
    addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, []);
};
