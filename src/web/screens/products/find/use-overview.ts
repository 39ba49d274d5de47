import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ChannelOverview as Overview } from "#web/api/product-copy/copy-messages.ts";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { useSetting } from "#web/base/settings.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";

/**
 * The minimum interval between two summaries of a copy that keeps changing, in ms: a copy of 100,000 products changes up
 * to four times a second while it loads, and each summary passes all of them.
 */
const minUpdateMs = 3_000;

/** Whether a summary was made before the copy had its first products. */
export const isEmptySummary = ({ total, gone }: Overview): boolean => total + gone === 0;

/** Summarizes a copy, and again some time after it changed: one summary at a time, of which only the last is kept. */
export const useOverview = (copy: ProductCopy) => {
  const { revision, searchable } = useValue(copy.state);
  const timeZone = useSetting("timeZone");
  // Also of one that failed, which is tried again when the copy has changed.
  const [summarized] = useState(() => createValueStore(-1));
  const asOf = useValue(summarized);
  const query = useQuery({
    queryKey: ["products", "overview", copy.channelId, timeZone] as const,
    queryFn: async () => {
      summarized.set(copy.state.get().revision);
      return copy.overview(timeZone);
    },
    enabled: searchable,
    gcTime: 0,
    placeholderData: (before: Overview | undefined) => before,
  });
  const { data, isFetching, refetch } = query;
  const lastAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt);
  // A summary without products is replaced at once, since it is quick and shows nothing.
  const waitMs = data && !query.isError && isEmptySummary(data) ? 0 : minUpdateMs;
  const isOld = searchable && !isFetching && asOf !== revision;
  useEffect(() => {
    if (!isOld) return undefined;
    const timer = setTimeout(() => void refetch(), lastAt + waitMs - Date.now());
    return () => clearTimeout(timer);
  }, [isOld, lastAt, waitMs, refetch]);
  return query;
};
