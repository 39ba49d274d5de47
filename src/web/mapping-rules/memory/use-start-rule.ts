import { queryOptions, useQuery } from "@tanstack/react-query";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { ApiError } from "#web/api/api-error.ts";
import { readMappingRule } from "#web/api/mapping-rules.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { copyOfRule } from "./copy-of-rule.ts";
import { takeGivenRule } from "./given-rule.ts";
import { rememberedRule } from "./rule-memory.ts";

/** What a new rule starts from. */
export interface StartRule {
  readonly request: UpdateOrCreateMappingRule;
  /** Where it is from, in words. */
  readonly from: string;
}

/** The rule as the upstream has it; where that reads none, as this browser saw it last. */
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
      return given ? ((await takeGivenRule(given)) ?? null) : null;
    },
    // What is being edited does not change under the person's hands.
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * What `/mapping-rules/new` starts from: `?copy=12` a copy of that rule, `?given=KEY` a rule from a file or from pasted
 * text; data is null for an empty rule, and where what the address names is gone from this browser.
 */
export const useStartRule = () => {
  const { search } = useListSearch();
  const { copy, given } = search;
  const asked = copy !== undefined || given !== undefined;
  const query = useQuery({ ...start(copy, given), enabled: asked });
  return { asked, query };
};
