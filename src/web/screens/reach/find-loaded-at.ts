import { type QueryClient, partialMatchKey } from "@tanstack/react-query";

/** The state of the gateway, and names that each page loads once: they don't tell how old a screen's records are. */
const others = [["connection"], ["account"], ["mapping-rules", "meta-data"]];

/** When the oldest records on the screen were loaded, in ms; undefined without any. */
export const findLoadedAt = (client: QueryClient): number | undefined => {
  const times = client
    .getQueryCache()
    .findAll({ type: "active" })
    .filter(({ state }) => state.data !== undefined)
    .filter(({ queryKey }) => !others.some((other) => partialMatchKey(queryKey, other)))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? undefined : Math.min(...times);
};
