import { givenValues, toOperands } from "#rules/operands.ts";
import { readings, readsWholeArray } from "#rules/read-value.ts";
import { findComparator, findPreModifier } from "#rules/rule-catalogue.ts";
import type { Part } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import { clashesWith } from "#rule-model/workflow/choices.ts";
import type { PartSubject, RuleScope } from "#rule-model/workflow/operand-specs.ts";
import {
  judgedTypes,
  listActionOperands,
  listConditionOperands,
  picksEntry,
  findSubject,
} from "#rule-model/workflow/operand-specs.ts";
import { typeWords, workflowIndex } from "#rule-model/workflow/workflow-index.ts";
import type { PartProblem } from "./problem.ts";
import { fieldProblems, operandProblems, problem, unknownId } from "./problem.ts";

type Found = readonly PartProblem[];

const typeName = ({ workflow }: RuleScope, typeId: number): string => {
  const type = workflowIndex(workflow).dataTypes.get(typeId);
  return type ? typeWords(type.handle, type.name).toLowerCase() : `type ${typeId}`;
};

const comparatorField = "workflowDataTypeComparatorId";

const comparatorProblems = (
  scope: RuleScope,
  part: Part<"condition">,
  subject: PartSubject,
): Found => {
  const { workflowDataTypeComparatorId: id } = part.data;
  // Without a field, no comparator can be chosen.
  if (!id) return subject.field ? [problem("error", comparatorField, "Select a comparator")] : [];
  const record = workflowIndex(scope.workflow).comparators.get(id);
  if (!record) {
    const fault = unknownId("Comparator", id, workflowIndex(scope.workflow).comparators);
    return fault ? [problem(fault.kind, comparatorField, fault.message)] : [];
  }
  const types = judgedTypes(scope, part, subject);
  if (types.length === 0 || types.includes(record.globalDataTypeId)) return [];
  const [is] = types;
  return [
    problem(
      "warning",
      comparatorField,
      `“${record.name}” tests values of type “${typeName(scope, record.globalDataTypeId)}”, but this is of type “${typeName(scope, is ?? 0)}”. Select another comparator.`,
    ),
  ];
};

const preModifierProblems = (
  scope: RuleScope,
  { data }: Part<"condition">,
  { typeIds }: PartSubject,
): Found => {
  const field = "preModifierDataTypeComparatorId";
  const id = data.preModifierDataTypeComparatorId;
  if (!id) return [];
  const { comparators } = workflowIndex(scope.workflow);
  const record = comparators.get(id);
  if (!record) {
    const fault = unknownId("Comparator", id, comparators);
    return fault ? [problem(fault.kind, field, fault.message)] : [];
  }
  if (!record.preModifier)
    return [problem("error", field, `“${record.name}” can't be tested here. Select what to test.`)];
  const { catalogue } = scope.workflow;
  const clash = clashesWith(findComparator(data, catalogue), findPreModifier(data, catalogue));
  return [
    ...(typeIds.length > 0 && !typeIds.includes(record.globalDataTypeId)
      ? [problem("warning", field, `“${record.name}” doesn't apply to this field`)]
      : []),
    ...(clash
      ? [
          problem(
            "error",
            comparatorField,
            `This can't be combined with “${record.name}”: both need the same value. Select another comparator.`,
          ),
        ]
      : []),
  ];
};

/** The problem of a condition that requires all of several values of a single one: no value is, so it is never met. */
const matchAllProblems = ({ workflow }: RuleScope, { data }: Part<"condition">): Found => {
  const comparator = findComparator(data, workflow.catalogue);
  const [first] = comparator?.operands ?? [];
  if (!data.conditionArrayMustMatchAll || !comparator?.whenAll || !first) return [];
  if (comparator.usesOtherField || readsWholeArray(comparator.reads)) return [];
  const given = givenValues(first, data.condition ?? "");
  const test = comparator.test(toOperands([data.condition], true), 0);
  const isMet = given.some((value) => test(readings[comparator.reads](value), undefined));
  if (given.length < 2 || isMet) return [];
  // A warning: rules that the API has stored this way must stay savable.
  return [
    problem(
      "warning",
      "conditionArrayMustMatchAll",
      "One value can't be all of these, so this is never met. Select “Any of them”.",
    ),
  ];
};

/** The problems of a condition. */
export const checkCondition = (scope: RuleScope, part: Part<"condition">): Found => {
  const subject = findSubject(scope, part);
  const comparator = findComparator(part.data, scope.workflow.catalogue);
  const children = childrenIn(part, "childConditions").length;
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...comparatorProblems(scope, part, subject),
    ...preModifierProblems(scope, part, subject),
    ...operandProblems(scope, listConditionOperands(scope, part.key), part.data),
    ...matchAllProblems(scope, part),
    ...(children > 0 && comparator && !comparator.pick
      ? [
          problem(
            "warning",
            "childConditions",
            "Only a condition on a named value can contain others. The ones inside this condition must all be met too. Move them out into the group.",
          ),
        ]
      : []),
  ];
};

const actionField = "workflowDataTypeActionId";

const kindProblems = (scope: RuleScope, { data }: Part<"action">, subject: PartSubject): Found => {
  const { workflowDataTypeActionId: id } = data;
  if (!id) return subject.field ? [problem("error", actionField, "Select an action")] : [];
  const { actions } = workflowIndex(scope.workflow);
  const record = actions.get(id);
  if (!record) {
    const fault = unknownId("Action", id, actions);
    return fault ? [problem(fault.kind, actionField, fault.message)] : [];
  }
  const typeId = record.globalDataTypeId;
  const filters = record.globalDataTypeFilterIds;
  const filtered =
    !subject.picked &&
    filters.length > 0 &&
    !filters.includes(subject.field?.globalDataTypeFilterId ?? -1);
  const fits = !typeId || subject.typeIds.length === 0 || subject.typeIds.includes(typeId);
  if (fits && !filtered) return [];
  return [
    problem(
      "warning",
      actionField,
      `“${record.name}” doesn't apply to this field. Select another action.`,
    ),
  ];
};

/** The problems of an action. */
export const checkAction = (scope: RuleScope, part: Part<"action">): Found => {
  const subject = findSubject(scope, part);
  const children = childrenIn(part, "childActions").length;
  const picks = picksEntry(part, scope.workflow);
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...kindProblems(scope, part, subject),
    ...operandProblems(scope, listActionOperands(scope, part.key), part.data),
    ...(children > 0 && !picks
      ? [
          problem(
            "warning",
            "childActions",
            "The actions inside this one never run: only an action on a named value can contain others. Move them out.",
          ),
        ]
      : []),
  ];
};
