import { queryOptions, skipToken } from "@tanstack/react-query";
import { mappingSetPageSize } from "#contract/limits.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mappingSetOperations } from "#contract/mapping-sets.ts";
import { ruleVersionOperations } from "#contract/rule-versions.ts";
import { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { ApiError } from "#web/base/api-error.ts";
import { type Answer, call, fetchAnswer, type Sending } from "./call.ts";
import { invalidate, storeAnswer } from "./query-client.ts";
import { reportRules } from "./rule-events.ts";
import { fetchWholeList } from "./whole-list.ts";

/** Runs a saved rule on one record in the upstream, without saving anything (neighbours). */
export const runSavedRule = (id: number, { objects, value }: RuleRecord, signal?: AbortSignal) =>
  call(mappingRuleOperations.runMappingRules, {
    body: {
      mappingRuleIds: [id],
      objects: { ...objects },
      ...(value === undefined ? {} : { value }),
    },
    urgency: "click",
    ...(signal ? { signal } : {}),
  });

const forTheDay = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

const lists = ["mapping-rules", "list"] as const;

/** Lists all mapping rules with their trees, in execution order; the API has no pages here. */
export const mappingRuleList = () =>
  queryOptions({
    queryKey: lists,
    queryFn: async ({ signal }) => {
      const answer = await fetchAnswer(mappingRuleOperations.listMappingRules, {
        signal,
        urgency: "click",
      });
      reportRules(answer.value, "read");
      return answer;
    },
  });

/**
 * Loads the current mapping rule. The API cannot read one by id, so the list is filtered by the id: 404 if the rule is
 * missing, 501 if the upstream has no list.
 */
export const readMappingRule = async (
  id: number | string,
  signal?: AbortSignal,
): Promise<Answer<MappingRule>> => {
  const answer = await fetchAnswer(mappingRuleOperations.listMappingRules, {
    query: { ids: String(id) },
    ...(signal ? { signal } : {}),
    urgency: "click",
  });
  const [value] = answer.value;
  if (value === undefined)
    throw new ApiError("This mapping rule doesn't exist any more.", {
      status: 404,
      outcome: "refused",
    });
  const problems = answer.problems.map((problem) => ({
    ...problem,
    path: problem.path.replace(/^0\./, ""),
  }));
  reportRules([value], "read");
  return { value, problems, total: undefined, version: answer.version };
};

export const mappingRuleDetail = (id: string) =>
  queryOptions({
    queryKey: ["mapping-rules", "detail", id] as const,
    queryFn: ({ signal }) => readMappingRule(id, signal),
  });

/** The building blocks of rules, for the names of ids. Loaded once, with background priority. */
export const workflowMetaData = () =>
  queryOptions({
    queryKey: ["mapping-rules", "meta-data"] as const,
    queryFn: ({ signal }) =>
      fetchAnswer(workflowMetaDataOperations.getWorkflowMetaData, {
        signal,
        urgency: "background",
      }),
    ...forTheDay,
  });

/** The most mapping sets that are loaded for their names: ten requests, five seconds at the API's rate. */
const maxNamedSets = 1_000;

/**
 * The mapping sets, for their names in rules: all of them up to 1,000, `cut` if there are more. A page is requested only
 * after a full one.
 */
export const mappingSetNames = () =>
  queryOptions({
    queryKey: ["mapping-rules", "mapping-sets"] as const,
    queryFn: ({ signal }) =>
      fetchWholeList(
        ({ pageNumber: page }) =>
          fetchAnswer(mappingSetOperations.listMappingSets, {
            query: { page },
            signal,
            urgency: "background",
          }),
        { pageSize: mappingSetPageSize, maxRows: maxNamedSets, startOfLonger: true },
      ),
    ...forTheDay,
  });

/** Replaces the cached rule with the saved one, and marks the list as stale without reloading it. */
export const cacheMappingRule = (answer: Answer<MappingRule>): void => {
  const { id } = answer.value;
  storeAnswer(mappingRuleDetail(String(id)).queryKey, answer);
  void invalidate({ queryKey: mappingRuleList().queryKey, refetchType: "none" });
};

const versions = ["mapping-rules", "versions"] as const;

/** The versions of a rule that were saved through this console, newest first; the gateway keeps them. */
export const ruleVersionList = (ruleId: number | undefined) =>
  queryOptions({
    queryKey: [...versions, ruleId] as const,
    queryFn:
      ruleId === undefined
        ? skipToken
        : ({ signal }) =>
            call(ruleVersionOperations.listRuleVersions, {
              query: { ruleId },
              signal,
              urgency: "click",
            }),
    staleTime: 0,
  });

/** Reads the versions again: one was added. */
export const forgetRuleVersions = (ruleId: number): void =>
  void invalidate({ queryKey: [...versions, ruleId] });

/** Creates a mapping rule, or updates a version of one (api 4.6). Never retried automatically. */
export const sendMappingRule = async (
  body: UpdateOrCreateMappingRule,
  headers: Sending = {},
): Promise<Answer<MappingRule>> => {
  const answer = await fetchAnswer(mappingRuleOperations.saveMappingRule, {
    body,
    headers,
    urgency: "click",
  });
  reportRules([answer.value], "saved");
  forgetRuleVersions(answer.value.id);
  return answer;
};
