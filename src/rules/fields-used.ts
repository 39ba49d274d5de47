import type { DataTypeHandle } from "#contract/handles.ts";
import { listFormulaFields } from "./formula.ts";
import type { RuleCatalogue } from "./rule-catalogue.ts";
import { findAction, findOtherField, typeOfField } from "./rule-catalogue.ts";
import { listRuleParts } from "./rule-parts.ts";
import type { RunnableAction, RunnableWorkflowRule } from "./runnable-rule.ts";

const listActions = (rule: RunnableWorkflowRule): RunnableAction[] =>
  listRuleParts(rule).flatMap(({ kind, part }) => (kind === "action" ? [part] : []));

const idsOnce = (ids: readonly (number | undefined)[]): number[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];

const findHandle = (action: RunnableAction, catalogue: RuleCatalogue): string | undefined =>
  action.workflowDataTypeAction?.handle ??
  catalogue.actionHandles.get(action.workflowDataTypeActionId ?? 0);

/** The ids of the fields that the rule's set_to_field actions read (api 2.15, fieldsUsedBySetToField). */
export const fieldsUsedBySetToField = (
  rule: RunnableWorkflowRule,
  catalogue: RuleCatalogue,
): number[] =>
  idsOnce(
    listActions(rule)
      .filter((action) => findHandle(action, catalogue) === "set_to_field")
      .map(({ value }) => findOtherField(value ?? "", catalogue)?.id),
  );

/** The formula of an action, if it may have one. */
export const findFormula = (
  action: RunnableAction,
  catalogue: RuleCatalogue,
  inheritedType: DataTypeHandle | undefined,
): string | undefined => {
  const field = catalogue.fields.get(action.globalObjectFieldId ?? 0);
  const dataType = typeOfField(field, inheritedType);
  const may =
    dataType !== undefined && findAction(action, catalogue)?.formulaTypes?.includes(dataType);
  return may ? (action.value ?? undefined) : undefined;
};

/** The ids of the fields that the rule's formulas name (api 2.15, fieldsUsedByFormulas). */
export const fieldsUsedByFormulas = (
  rule: RunnableWorkflowRule,
  catalogue: RuleCatalogue,
  inheritedType?: DataTypeHandle,
): number[] =>
  idsOnce(
    listActions(rule)
      .flatMap((action) => listFormulaFields(findFormula(action, catalogue, inheritedType) ?? ""))
      .map((reference) => catalogue.fieldsByReference.get(reference)?.id),
  );
