import { QueryClient } from "@tanstack/react-query";

/**
 * The cache of everything read. Nothing here asks twice by itself: the upstream allows two requests a second, reads are
 * repeated by the gateway alone, and a changing call is never repeated by a machine.
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
