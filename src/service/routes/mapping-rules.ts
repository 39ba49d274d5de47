import type {
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroupCondition,
} from "#contract/mapping-rule-tree.ts";
import type { MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { workflowMetaDataOperations } from "#contract/workflow-meta-data.ts";
import type { Query } from "#database/sql.ts";
import type { HandlersOf } from "#service/handler.ts";
import {
  linesBySet,
  mappingLineIssues,
  mappingSetsUsed,
  runIssues,
  tryMappingRules,
} from "#service/try-mapping-rules.ts";
import { badRequest, versionOf } from "#service/refusal.ts";
import { saveMappingRule } from "#service/save-mapping-rule.ts";
import { listMappingRules } from "#service/store/mapping-rules.ts";
import { listMappingLines, measureMappingLines } from "#service/store/mapping-sets.ts";
import { workflowMetaData, workflowRecords } from "#service/workflow-catalogue.ts";

/*
 * Rules are stored with ids only and answered with the records of those ids (api 2.15), so that a changed label changes
 * in every rule.
 */

const { actions, comparators, dataTypes, ruleTypes } = workflowRecords;

const conditionAnswer = (condition: WorkflowRuleGroupCondition): WorkflowRuleGroupCondition => ({
  ...condition,
  workflowDataTypeComparator: comparators.get(condition.workflowDataTypeComparatorId ?? 0) ?? null,
  preModifierDataTypeComparator:
    comparators.get(condition.preModifierDataTypeComparatorId ?? 0) ?? null,
  childConditions: condition.childConditions.map(conditionAnswer),
});

const actionAnswer = (action: WorkflowRuleAction): WorkflowRuleAction => ({
  ...action,
  workflowDataTypeAction: actions.get(action.workflowDataTypeActionId) ?? null,
  childActions: action.childActions.map(actionAnswer),
});

const ruleAnswer = (rule: WorkflowRule): WorkflowRule => ({
  ...rule,
  workflowRuleType: ruleTypes.get(rule.workflowRuleTypeId) ?? null,
  groups: rule.groups.map((group) => ({
    ...group,
    conditions: group.conditions.map(conditionAnswer),
  })),
  actions: rule.actions.map(actionAnswer),
  childRules: rule.childRules.map(ruleAnswer),
});

/** A stored mapping rule as the API returns it; without its tree if only the head is requested. */
const answerMappingRule = (stored: MappingRule, withRule = true): MappingRule => ({
  ...stored,
  globalDataType: dataTypes.get(stored.globalDataTypeId) ?? null,
  rule: withRule && stored.rule ? ruleAnswer(stored.rule) : null,
});

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
