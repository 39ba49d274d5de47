import { type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/** How long a response is new, in ms. */
export const usualStaleTime = 30_000;

/**
 * The cache of all queries. It never retries automatically: the upstream allows two requests per second, only the
 * gateway retries reads, and changing calls are never retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: usualStaleTime,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: "always",
      // By default, a component renders again for the fields that it has read so far. <Screen> renders its content later: a
      // response that arrives before that would leave the content in its loading state.
      notifyOnChangeProps: "all",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/**
 * Marks cached responses as stale, and loads those on the screen again, or none with `refetchType: "none"`. A read in
 * progress may bring the state before the change, and would count as new: it is marked as stale when it ends. Never rejects.
 */
export const invalidate = async (filters: InvalidateQueryFilters): Promise<void> => {
  const inProgress = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .map((query) => ({ query, read: query.promise }));
  const repeat = async ({ query, read }: (typeof inProgress)[number]) => {
    if (query.promise !== read) return;
    await read?.catch(() => undefined);
    await queryClient.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true });
  };
  const loaded = queryClient.invalidateQueries(filters);
  await Promise.all([loaded, ...inProgress.map(repeat)]);
};
