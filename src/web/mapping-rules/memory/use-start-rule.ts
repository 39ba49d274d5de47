import { queryOptions, useQuery } from "@tanstack/react-query";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { ApiError } from "#web/api/api-error.ts";
import { readMappingRule } from "#web/api/mapping-rules.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { copyOfRule } from "./copy-of-rule.ts";
import { readGivenRule } from "./given-rule.ts";
import { rememberedRule } from "./rule-memory.ts";

/** The rule that a new one starts from. */
export interface StartRule {
  readonly request: UpdateOrCreateMappingRule;
  /** Its source, in words. */
  readonly from: string;
}

/** The rule from the upstream; where that reads none, as this browser saw it last. */
const readOrRemembered = async (id: string, signal: AbortSignal) => {
  try {
    return (await readMappingRule(id, signal)).value;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 501)) throw error;
    const seen = await rememberedRule(Number(id));
    if (!seen) throw error;
    return seen.rule;
  }
};

const copyOf = async (id: string, signal: AbortSignal): Promise<StartRule | null> => {
  const rule = await readOrRemembered(id, signal);
  const request = toMappingRuleRequest(rule);
  const from = `Copied from “${request?.name}”. The copy is disabled; enable it when it is ready.`;
  return request ? { request: copyOfRule(request), from } : null;
};

const start = (copy: string | undefined, given: string | undefined) =>
  queryOptions({
    queryKey: ["mapping-rules", "start", { copy, given }] as const,
    queryFn: async ({ signal }): Promise<StartRule | null> => {
      if (copy) return copyOf(copy, signal);
      return given ? ((await readGivenRule(given)) ?? null) : null;
    },
    // A rule that is being edited must not be replaced by a newer one.
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The start of `/mapping-rules/new`: with `?copy=12` a copy of that rule, with `?given=KEY` a rule from a file or
 * from pasted text. Data is null for an empty rule, and where this browser no longer has the rule that the address
 * names.
 */
export const useStartRule = () => {
  const { search } = useListSearch();
  const { copy, given } = search;
  const hasSource = copy !== undefined || given !== undefined;
  const query = useQuery({ ...start(copy, given), enabled: hasSource });
  return { hasSource, query };
};
