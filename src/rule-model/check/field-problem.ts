import { eventHasObject } from "#rule-model/workflow/field-choices.ts";
import { headKey } from "#rule-model/draft/part.ts";
import type { PartProblem } from "./part-problem.ts";
import type { RuleScope } from "#rule-model/workflow/part-subject.ts";
import { workflowIndex } from "#rule-model/workflow/workflow-index.ts";

type Found = Pick<PartProblem, "kind" | "message"> | undefined;

/**
 * The warning for an id that the catalogue does not have. The id came with the rule, and the API may know it although
 * this console does not: it is kept, and the API decides. Where the catalogue has no such records at all, the screen
 * says so once.
 */
export const unknownId = (
  noun: string,
  id: number,
  known: { readonly has: (id: number) => boolean; readonly size: number },
): Found =>
  known.size === 0 || known.has(id)
    ? undefined
    : {
        kind: "warning",
        message: `${noun} ${id} is unknown here. It is kept unless you select another.`,
      };

/** The reason why a rule cannot use a field, in words. */
export const fieldFault = (scope: RuleScope, fieldId: number): Found => {
  const { fields, events } = workflowIndex(scope.workflow);
  const field = fields.get(fieldId);
  if (!field) return unknownId("Field", fieldId, fields);
  if (eventHasObject(scope, field.globalObjectId)) return undefined;
  const event = events.get(scope.draft.part(headKey, "head")?.data.eventId ?? 0);
  return {
    kind: "error",
    message: `“${field.name}” isn't part of the event “${event?.name ?? ""}”. Select another field.`,
  };
};

export const problem = (
  kind: PartProblem["kind"],
  field: PartProblem["field"],
  message: string,
): PartProblem => ({ kind, field, message, from: "check" });

/** The problems of the field that a condition or an action names. */
export const fieldProblems = (scope: RuleScope, fieldId: number): readonly PartProblem[] => {
  if (!fieldId) return [problem("error", "globalObjectFieldId", "Select a field.")];
  const fault = fieldFault(scope, fieldId);
  return fault ? [problem(fault.kind, "globalObjectFieldId", fault.message)] : [];
};
