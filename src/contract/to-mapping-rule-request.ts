import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "./mapping-rule-request.ts";
import type {
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroupCondition,
} from "./mapping-rule-tree.ts";
import type { MappingRule } from "./mapping-rules.ts";
import { inRankOrder } from "./rank-order.ts";

type KnownScope = UpdateOrCreateAction["usesOtherFieldScope"];

const toConditionRequest = (condition: WorkflowRuleGroupCondition): UpdateOrCreateCondition => ({
  id: condition.id,
  globalObjectFieldId: condition.globalObjectFieldId ?? 0,
  workflowDataTypeComparatorId: condition.workflowDataTypeComparatorId ?? 0,
  condition: condition.condition,
  condition2: condition.condition2,
  condition3: condition.condition3,
  condition4: condition.condition4,
  fieldArrayMustMatchAll: condition.fieldArrayMustMatchAll,
  conditionArrayMustMatchAll: condition.conditionArrayMustMatchAll,
  preModifierDataTypeComparatorId: condition.preModifierDataTypeComparatorId,
  metaData: condition.metaData,
  childConditions: inRankOrder(condition.childConditions).map(toConditionRequest),
});

const toActionRequest = (action: WorkflowRuleAction): UpdateOrCreateAction => ({
  id: action.id,
  globalObjectFieldId: action.globalObjectFieldId,
  workflowDataTypeActionId: action.workflowDataTypeActionId,
  value: action.value,
  value2: action.value2,
  value3: action.value3,
  value4: action.value4,
  metaData: action.metaData,
  // An unknown scope is sent back unchanged: the upstream that returned it validates it.
  usesOtherFieldScope: action.usesOtherFieldScope as KnownScope,
  applyToMatchedOnly: action.applyToMatchedOnly,
  childActions: inRankOrder(action.childActions).map(toActionRequest),
  headerName: action.headerName,
});

const toWorkflowRuleRequest = (rule: WorkflowRule): UpdateOrCreateWorkflowRule => ({
  id: rule.id,
  name: rule.name,
  workflowRuleTypeId: rule.workflowRuleTypeId,
  alwaysRun: rule.alwaysRun,
  enabled: rule.enabled,
  groups: inRankOrder(rule.groups).map(({ id, conditions }) => ({
    id,
    conditions: inRankOrder(conditions).map(toConditionRequest),
  })),
  actions: inRankOrder(rule.actions).map(toActionRequest),
  childRules: inRankOrder(rule.childRules).map(toWorkflowRuleRequest),
  tierData: rule.tierData,
  updatedAt: rule.updatedAt,
});

/**
 * The request that saves a rule exactly as it was read (api 4.6): ids kept, generated fields left out, arrays in rank
 * order. Undefined when the rule was read without its tree (includeWorkflowRules=false): saving that would empty it.
 */
export const toMappingRuleRequest = (
  mappingRule: MappingRule,
): UpdateOrCreateMappingRule | undefined =>
  mappingRule.rule
    ? {
        id: mappingRule.id,
        name: mappingRule.name ?? "",
        description: mappingRule.description ?? "",
        eventId: mappingRule.eventId,
        useOriginalInputValue: mappingRule.useOriginalInputValue,
        globalObjectFieldId: mappingRule.globalObjectFieldId,
        globalDataTypeId: mappingRule.globalDataTypeId,
        rule: toWorkflowRuleRequest(mappingRule.rule),
      }
    : undefined;
