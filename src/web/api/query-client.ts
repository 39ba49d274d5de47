import { QueryClient } from "@tanstack/react-query";

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
