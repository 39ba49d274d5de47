import type { MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";
import type { Query } from "#database/sql.ts";
import { answerMappingRule } from "#service/answer-mapping-rule.ts";
import type { HandlersOf } from "#service/handler.ts";
import { mappingLineIssues } from "#service/limit-run.ts";
import { versionOf } from "#service/record-version.ts";
import { badRequest } from "#service/refusal.ts";
import { saveMappingRule } from "#service/save-mapping-rule.ts";
import { listMappingRules } from "#service/store/mapping-rules.ts";
import { listMappingLines, measureMappingLines } from "#service/store/mapping-sets.ts";
import {
  linesBySet,
  mappingSetsUsed,
  runIssues,
  tryMappingRules,
} from "#service/try-mapping-rules.ts";
import { workflowMetaData } from "#service/workflow-catalogue.ts";

const parseIds = (commaList: string | undefined): number[] | undefined =>
  commaList?.split(",").map(Number).filter(Number.isSafeInteger);

/** The lines of the mapping sets that rules use; refuses more than a run can use before they are loaded. */
const readLines = async (sql: Query, rules: readonly MappingRule[]) => {
  const setIds = mappingSetsUsed(rules);
  if (setIds.length === 0) return linesBySet([], []);
  const issues = mappingLineIssues(await measureMappingLines(sql, setIds));
  if (issues.length > 0) throw badRequest(issues);
  return linesBySet(setIds, await listMappingLines(sql, setIds));
};

export const mappingRuleHandlers: HandlersOf<
  typeof mappingRuleOperations & typeof workflowMetaDataOperations
> = {
  listMappingRules: async ({ query }, { sql }) => {
    const rules = await listMappingRules(sql, parseIds(query.ids));
    const body = rules.map((rule) => answerMappingRule(rule, query.includeWorkflowRules));
    // The API has no read of one rule: a list of one id is that.
    const [only, ...others] = rules;
    const isOne = query.ids !== undefined && only !== undefined && others.length === 0;
    return { body, total: body.length, ...(isOne && { version: versionOf(only) }) };
  },

  saveMappingRule: async ({ body }, { sql, now, ifMatch }) => {
    const rule = await sql.begin((transaction) => saveMappingRule(transaction, body, now, ifMatch));
    return { body: answerMappingRule(rule), version: versionOf(rule) };
  },

  runMappingRules: async ({ body }, { sql, now }) => {
    const rules = await listMappingRules(sql, body.mappingRuleIds);
    const known = new Set(rules.map(({ id }) => id));
    const missing = body.mappingRuleIds.flatMap((id, index) =>
      known.has(id)
        ? []
        : [{ path: `mappingRuleIds.${index}`, message: `There is no mapping rule ${id}` }],
    );
    const issues = [...missing, ...runIssues(body, rules)];
    if (issues.length > 0) throw badRequest(issues);
    return { body: tryMappingRules(body, rules, await readLines(sql, rules), now) };
  },

  getWorkflowMetaData: async () => ({ body: workflowMetaData }),
};
