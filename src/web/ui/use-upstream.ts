import { useQuery } from "@tanstack/react-query";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { namedUpstream, lastUpstream } from "./upstream-key.ts";
import { useValue } from "./value-store.ts";

/**
 * The upstream that the gateway named, or, if the request failed, the one that it named last in this browser; undefined
 * until one is known. The gateway says it without a request to the upstream, and the shell keeps it current.
 */
export const useUpstream = (): string | undefined => {
  const named = useValue(namedUpstream);
  const { isFetched } = useQuery(
    {
      ...connection(),
      staleTime: Infinity,
      refetchInterval: false,
      notifyOnChangeProps: ["isFetched"],
    },
    queryClient,
  );
  return named ?? (isFetched ? lastUpstream() : undefined) ?? undefined;
};
