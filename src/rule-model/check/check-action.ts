import { fieldProblems, problem, unknownId } from "./field-problem.ts";
import { operandProblems } from "./operand-problem.ts";
import { operandsOfAction } from "#rule-model/workflow/operand-specs.ts";
import type { Part } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import type { PartProblem } from "./part-problem.ts";
import type { PartSubject, RuleScope } from "#rule-model/workflow/part-subject.ts";
import { picksEntry, subjectOf } from "#rule-model/workflow/part-subject.ts";
import { workflowIndex } from "#rule-model/workflow/workflow-index.ts";

type Found = readonly PartProblem[];

const actionField = "workflowDataTypeActionId";

const kindProblems = (scope: RuleScope, { data }: Part<"action">, subject: PartSubject): Found => {
  const { workflowDataTypeActionId: id } = data;
  if (!id) return subject.field ? [problem("error", actionField, "Select an action.")] : [];
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
export const actionProblems = (scope: RuleScope, part: Part<"action">): Found => {
  const subject = subjectOf(scope, part);
  const { catalogue } = scope.workflow;
  const handle = catalogue.actionHandles.get(part.data.workflowDataTypeActionId);
  const operands = operandProblems(scope, operandsOfAction(scope, part.key), part.data);
  const children = childrenIn(part, "childActions").length;
  const picks = picksEntry(part, scope.workflow);
  return [
    ...fieldProblems(scope, part.data.globalObjectFieldId),
    ...kindProblems(scope, part, subject),
    // Decimals may be entered as the digits behind the point: .99
    ...(handle === "set_decimal" && /^\s*0?\.\d+\s*$/.test(part.data.value ?? "") ? [] : operands),
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
