import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-error.ts";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { rememberedRule } from "./rule-memory.ts";

const remembered = (id: string) =>
  queryOptions({
    queryKey: ["mapping-rules", "remembered", id] as const,
    queryFn: async () => (await rememberedRule(Number(id))) ?? null,
    staleTime: 0,
    gcTime: 0,
  });

/**
 * One rule for its screen: from the upstream; where that reads none (501), as this browser saw it last. `seen` is
 * then that rule with its date, null when this browser has not seen it, undefined while that is not known. Saving
 * still works, because POST is documented (api 4.6), but changes by other users since then cannot be detected.
 */
export const useRuleRecord = (id: string) => {
  const query = useQuery(mappingRuleDetail(id));
  const unread = query.error instanceof ApiError && query.error.status === 501;
  const memory = useQuery({ ...remembered(id), enabled: unread });
  return { query, unread, seen: memory.data };
};
