import type { Issue } from "#contract/errors.ts";
import type { DataTypeHandle } from "#contract/handles.ts";
import { findFormula } from "#rules/rule-catalogue.ts";
import { listFormulaFields } from "#rules/formula.ts";
import type {
  RulePart,
  RulePartKind,
  RunnableAction,
  RunnableCondition,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import { workflowCatalogue, workflowRecords } from "./workflow-catalogue.ts";

type Reference = number | null | undefined;
type Records = ReadonlyMap<number, unknown>;

const unknown = (path: string, name: string, id: Reference, records: Records): Issue[] =>
  id === null || id === undefined || records.has(id)
    ? []
    : [{ path, message: `There is no ${name} ${id}` }];

/** An operand that names another field; an empty one belongs to an unfinished rule. */
const unknownOperandField = (path: string, operand: string | null | undefined): Issue[] => {
  const text = operand?.trim() ?? "";
  return text === "" || workflowRecords.fields.has(Number(text))
    ? []
    : [{ path, message: `There is no field ${text}` }];
};

const conditionIssues = (condition: RunnableCondition, path: string): Issue[] => {
  const { fields, comparators } = workflowRecords;
  const comparator = comparators.get(condition.workflowDataTypeComparatorId ?? 0);
  const preModifier = comparators.get(condition.preModifierDataTypeComparatorId ?? 0);
  return [
    ...unknown(`${path}.globalObjectFieldId`, "field", condition.globalObjectFieldId, fields),
    ...unknown(
      `${path}.workflowDataTypeComparatorId`,
      "comparator",
      condition.workflowDataTypeComparatorId,
      comparators,
    ),
    ...unknown(
      `${path}.preModifierDataTypeComparatorId`,
      "comparator",
      condition.preModifierDataTypeComparatorId,
      comparators,
    ),
    ...(preModifier && preModifier.preModifier !== true
      ? [
          {
            path: `${path}.preModifierDataTypeComparatorId`,
            message: `Comparator ${preModifier.id} is not a pre-modifier`,
          },
        ]
      : []),
    ...(comparator?.usesOtherField
      ? unknownOperandField(`${path}.condition`, condition.condition)
      : []),
  ];
};

const formulaIssues = (
  action: RunnableAction,
  path: string,
  inheritedType: DataTypeHandle | undefined,
): Issue[] =>
  listFormulaFields(findFormula(action, workflowCatalogue, inheritedType) ?? "")
    .filter((reference) => !workflowCatalogue.fieldsByReference.has(reference))
    .map((reference) => ({ path: `${path}.value`, message: `There is no field ${reference}` }));

const actionIssues = (
  action: RunnableAction,
  path: string,
  inheritedType: DataTypeHandle | undefined,
): Issue[] => {
  const { fields, actions } = workflowRecords;
  const kind = actions.get(action.workflowDataTypeActionId ?? 0);
  return [
    ...unknown(`${path}.globalObjectFieldId`, "field", action.globalObjectFieldId, fields),
    ...unknown(
      `${path}.workflowDataTypeActionId`,
      "action",
      action.workflowDataTypeActionId,
      actions,
    ),
    ...(kind?.usesOtherField ? unknownOperandField(`${path}.value`, action.value) : []),
    ...formulaIssues(action, path, inheritedType),
  ];
};

const ruleIssues = (rule: RunnableWorkflowRule, path: string): Issue[] =>
  unknown(
    `${path}.workflowRuleTypeId`,
    "rule type",
    rule.workflowRuleTypeId,
    workflowRecords.ruleTypes,
  );

const checks: {
  readonly [K in RulePartKind]: (
    part: RulePart<K>["part"],
    path: string,
    inheritedType: DataTypeHandle | undefined,
  ) => Issue[];
} = {
  rule: ruleIssues,
  group: () => [],
  condition: conditionIssues,
  action: actionIssues,
};

/** References in one part of a rule that the workflow does not have. */
export const checkRulePart = <K extends RulePartKind>(
  { kind, part, path }: RulePart<K>,
  inheritedType: DataTypeHandle | undefined,
): Issue[] => checks[kind](part, path, inheritedType);
