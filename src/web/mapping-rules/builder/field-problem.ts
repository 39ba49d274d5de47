import { eventHasObject } from "./field-choices.ts";
import { headKey } from "./part.ts";
import type { PartProblem } from "./part-problem.ts";
import type { RuleScope } from "./part-subject.ts";
import { workflowIndex } from "./workflow-index.ts";

/** Why a field cannot be used in this rule, in words; undefined where it can. */
export const whyFieldNotUsable = (scope: RuleScope, fieldId: number): string | undefined => {
  const { fields, events } = workflowIndex(scope.workflow);
  const field = fields.get(fieldId);
  if (!field) return `There is no field ${fieldId}: choose another.`;
  if (eventHasObject(scope, field.globalObjectId)) return undefined;
  const event = events.get(scope.draft.part(headKey, "head")?.data.eventId ?? 0);
  return `“${field.name}” is not part of the event “${event?.name ?? ""}”: choose another field.`;
};

/** What a check says of a part. */
export const problem = (
  kind: PartProblem["kind"],
  field: PartProblem["field"],
  message: string,
): PartProblem => ({ kind, field, message, from: "check" });

/** What stands against the field that a condition or an action names. */
export const fieldProblems = (scope: RuleScope, fieldId: number): readonly PartProblem[] => {
  if (!fieldId) return [problem("error", "globalObjectFieldId", "Choose a field.")];
  const why = whyFieldNotUsable(scope, fieldId);
  return why === undefined ? [] : [problem("error", "globalObjectFieldId", why)];
};
