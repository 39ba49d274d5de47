import { QueryClient } from "@tanstack/react-query";

/**
 * The cache of all queries. It never retries automatically: the upstream allows two requests per second, only the
 * gateway retries reads, and changing calls are never retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
