import type { Issue } from "#contract/errors.ts";
import type { ActionHandle, ComparatorHandle } from "#contract/handles.ts";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import type { TestService } from "./service.ts";
import { workflowCatalogue } from "#service/workflow-catalogue.ts";

/** The id of a field by `object.field`. */
export const fieldId = (reference: string): number => {
  const field = workflowCatalogue.fieldsByReference.get(reference);
  if (!field) throw new Error(`There is no field ${reference}`);
  return field.id;
};

/** A condition in a request. */
export const condition = (
  field: string,
  handle: ComparatorHandle,
  operand?: string,
  more: Partial<UpdateOrCreateCondition> = {},
): UpdateOrCreateCondition => ({
  globalObjectFieldId: fieldId(field),
  workflowDataTypeComparatorId: comparatorId(handle),
  condition: operand,
  ...more,
});

/** An action in a request. */
export const action = (
  field: string,
  handle: ActionHandle,
  operand?: string,
  more: Partial<UpdateOrCreateAction> = {},
): UpdateOrCreateAction => ({
  globalObjectFieldId: fieldId(field),
  workflowDataTypeActionId: actionId(handle),
  value: operand,
  ...more,
});

/** A workflow rule in a request: one condition, one action. */
export const workflowRule = (
  more: Partial<UpdateOrCreateWorkflowRule> = {},
): UpdateOrCreateWorkflowRule => ({
  name: "Lamps",
  workflowRuleTypeId: 1,
  alwaysRun: false,
  groups: [{ conditions: [condition("product.title", "string_contains", "lamp")] }],
  actions: [action("product.title", "uppercase")],
  ...more,
});

/** A mapping rule to create. */
export const mappingRule = (
  rule: Partial<UpdateOrCreateWorkflowRule> = {},
  more: Partial<UpdateOrCreateMappingRule> = {},
): UpdateOrCreateMappingRule => ({
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule: workflowRule(rule),
  ...more,
});

/** The service's response to a mapping rule, with the issues and their places if it is refused. */
export const postRule = async (service: TestService, body: unknown) => {
  const answer = await service.call("/workflow/mapping-rule", { method: "POST", body });
  const { issues = [] } = answer.json as { issues?: Issue[] };
  const paths = issues.map(({ path }) => path);
  return { status: answer.status, rule: answer.json as MappingRule, issues, paths };
};
