import type {
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroupCondition,
} from "#contract/mapping-rule-tree.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { workflowRecords } from "./workflow-catalogue.ts";

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
export const answerMappingRule = (stored: MappingRule, withRule = true): MappingRule => ({
  ...stored,
  globalDataType: dataTypes.get(stored.globalDataTypeId) ?? null,
  rule: withRule && stored.rule ? ruleAnswer(stored.rule) : null,
});
