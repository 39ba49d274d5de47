import { comparatorOf, preModifierOf } from "#rules/rule-catalogue.ts";
import { clashesWith } from "#rule-model/workflow/choices.ts";
import { fieldProblems, problem, unknownId } from "./field-problem.ts";
import { operandProblems } from "./operand-problem.ts";
import { operandsOfCondition } from "#rule-model/workflow/operand-specs.ts";
import type { Part } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import type { PartProblem } from "./part-problem.ts";
import type { PartSubject, RuleScope } from "#rule-model/workflow/part-subject.ts";
import { judgedTypes, subjectOf } from "#rule-model/workflow/part-subject.ts";
import { typeWords } from "#rule-model/workflow/type-words.ts";
import { workflowIndex } from "#rule-model/workflow/workflow-index.ts";

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
  if (!id) return subject.field ? [problem("error", comparatorField, "Select a comparator.")] : [];
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
  const clash = clashesWith(comparatorOf(data, catalogue), preModifierOf(data, catalogue));
  return [
    ...(typeIds.length > 0 && !typeIds.includes(record.globalDataTypeId)
      ? [problem("warning", field, `“${record.name}” doesn't apply to this field.`)]
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

/** The problems of a condition. */
export const conditionProblems = (scope: RuleScope, part: Part<"condition">): Found => {
  const subject = subjectOf(scope, part);
  const comparator = comparatorOf(part.data, scope.workflow.catalogue);
  const children = childrenIn(part, "childConditions").length;
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...comparatorProblems(scope, part, subject),
    ...preModifierProblems(scope, part, subject),
    ...operandProblems(scope, operandsOfCondition(scope, part.key), part.data),
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
