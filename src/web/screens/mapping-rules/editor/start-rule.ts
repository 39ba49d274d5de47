import { queryOptions, useQuery } from "@tanstack/react-query";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { withoutIds } from "#rule-model/draft-rule.ts";
import { mappingRuleDetail, readMappingRule } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { ApiError } from "#web/base/api-error.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { rememberMany } from "#web/base/remember-many.ts";
import { rememberedRule } from "#web/screens/mapping-rules/list/rule-memory.ts";

/** A rule to open in the builder as a new one. */
export interface StartRule {
  readonly request: UpdateOrCreateMappingRule;
  /** Its source, as the screen shows it: “from rules.json”. */
  readonly from: string;
}

/** Rules from files or pasted text, by a key in the address. */
const givenRules = rememberMany<StartRule>("given-rules", "person", 100);

/** Stores a rule for `/mapping-rules/new?given=KEY`, and returns the key. */
export const storeGivenRule = async (rule: StartRule): Promise<string> => {
  const key = crypto.randomUUID();
  // A browser that stores nothing has it until the page is closed.
  queryClient.setQueryData(start(undefined, key).queryKey, rule);
  await givenRules.set([key, rule]);
  return key;
};

/** Deletes the rule under a key, once the API has it. */
export const deleteGivenRule = (key: string): Promise<void> => givenRules.delete(key);

/**
 * A copy of a rule as a new one: “Copy of …”, without ids, and disabled, so that both don't run at once; the rest
 * byte for byte, metaData and tierData too.
 */
export const copyOfRule = (request: UpdateOrCreateMappingRule): UpdateOrCreateMappingRule => {
  const name = `Copy of ${request.name}`;
  const copy = withoutIds(request, "head");
  const inner = copy.rule.name === request.name ? name : copy.rule.name;
  return { ...copy, name, rule: { ...copy.rule, name: inner, enabled: false } };
};

/** The rule from the upstream; where that reads none, as this browser saw it last. */
const readOrRemembered = async (id: string, signal: AbortSignal) => {
  try {
    return (await readMappingRule(id, signal)).value;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 501)) throw error;
    const seen = await rememberedRule(toRecordId(id));
    if (!seen) throw error;
    return seen.rule;
  }
};

const readCopy = async (id: string, signal: AbortSignal): Promise<StartRule | null> => {
  const rule = await readOrRemembered(id, signal);
  const request = toMappingRuleRequest(rule);
  const from = `Copied from “${request?.name}”. The copy is disabled; enable it when it is ready.`;
  return request ? { request: copyOfRule(request), from } : null;
};

const start = (copy: string | undefined, given: string | undefined) =>
  queryOptions({
    queryKey: ["mapping-rules", "start", { copy, given }] as const,
    queryFn: async ({ signal }): Promise<StartRule | null> => {
      if (copy) return readCopy(copy, signal);
      return given ? ((await givenRules.get(given)) ?? null) : null;
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
  return { hasSource, given, query };
};

const remembered = (id: string) =>
  queryOptions({
    queryKey: ["mapping-rules", "remembered", id] as const,
    queryFn: async () => (await rememberedRule(toRecordId(id))) ?? null,
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
