import * as z from "zod/mini";
import { otherFieldScopes } from "./handles.ts";
import { body } from "./primitives.ts";

/*
 * The request tree of POST /workflow/mapping-rule (api 4.6). Strict on every level. An id that is null or absent
 * creates the part, any other updates it; ranks are not sent, they follow from the order of the arrays.
 */

const id = () => z.nullish(z.int().check(z.gte(1)));
const reference = () => z.int().check(z.gte(1));
const text = () => z.nullish(z.string());
const flag = () => z.nullish(z.boolean());

const conditionFields = {
  id: id(),
  globalObjectFieldId: reference(),
  workflowDataTypeComparatorId: reference(),
  condition: text(),
  condition2: text(),
  condition3: text(),
  condition4: text(),
  fieldArrayMustMatchAll: flag(),
  conditionArrayMustMatchAll: flag(),
  preModifierDataTypeComparatorId: z.nullish(reference()),
  metaData: text(),
};

type ConditionFields = z.infer<z.ZodMiniObject<typeof conditionFields>>;

/** A condition to save; an id not belonging to the existing rule is refused (api 4.6). */
export interface UpdateOrCreateCondition extends ConditionFields {
  childConditions?: UpdateOrCreateCondition[] | null | undefined;
}
export const UpdateOrCreateCondition: z.ZodMiniType<UpdateOrCreateCondition> = body(
  {
    ...conditionFields,
    childConditions: z.nullish(z.array(z.lazy(() => UpdateOrCreateCondition))),
  },
  "UpdateOrCreateCondition",
);

/** A group to save; an unknown id is refused (api 4.6). */
export const UpdateOrCreateGroup = body(
  { id: id(), conditions: z.array(UpdateOrCreateCondition) },
  "UpdateOrCreateGroup",
);
export type UpdateOrCreateGroup = z.infer<typeof UpdateOrCreateGroup>;

const actionFields = {
  id: id(),
  globalObjectFieldId: reference(),
  workflowDataTypeActionId: reference(),
  value: text(),
  value2: text(),
  value3: text(),
  value4: text(),
  metaData: text(),
  usesOtherFieldScope: z.nullish(z.enum(otherFieldScopes)),
  applyToMatchedOnly: flag(),
  headerName: text(),
};

type ActionFields = z.infer<z.ZodMiniObject<typeof actionFields>>;

/** An action to save; an unknown id is refused (api 4.6). */
export interface UpdateOrCreateAction extends ActionFields {
  childActions?: UpdateOrCreateAction[] | null | undefined;
}
export const UpdateOrCreateAction: z.ZodMiniType<UpdateOrCreateAction> = body(
  { ...actionFields, childActions: z.nullish(z.array(z.lazy(() => UpdateOrCreateAction))) },
  "UpdateOrCreateAction",
);

const ruleFields = {
  id: id(),
  name: z.string(),
  workflowRuleTypeId: reference(),
  alwaysRun: z._default(z.boolean(), false),
  enabled: flag(),
  groups: z.array(UpdateOrCreateGroup),
  actions: z.array(UpdateOrCreateAction),
  tierData: text(),
  updatedAt: text(),
};

type RuleFields = z.infer<z.ZodMiniObject<typeof ruleFields>>;
type RuleInput = z.input<z.ZodMiniObject<typeof ruleFields>>;

/** A rule to save; an id that does not exist in the workflow is refused (api 4.6). */
export interface UpdateOrCreateWorkflowRule extends RuleFields {
  childRules?: UpdateOrCreateWorkflowRule[] | null | undefined;
}
/** The input of the schema: alwaysRun may be left out. Exported because the types of the operations name it. @public */
export interface UpdateOrCreateWorkflowRuleInput extends RuleInput {
  childRules?: UpdateOrCreateWorkflowRuleInput[] | null | undefined;
}
export const UpdateOrCreateWorkflowRule: z.ZodMiniType<
  UpdateOrCreateWorkflowRule,
  UpdateOrCreateWorkflowRuleInput
> = body(
  { ...ruleFields, childRules: z.nullish(z.array(z.lazy(() => UpdateOrCreateWorkflowRule))) },
  "UpdateOrCreateWorkflowRule",
);

/** A mapping rule to create (id null or absent) or to update (api 4.6). */
export const UpdateOrCreateMappingRule = body(
  {
    id: id(),
    name: z.string(),
    description: z.string(),
    eventId: reference().check(z.describe("Cannot change after creation")),
    useOriginalInputValue: z
      .boolean()
      .check(
        z.describe(
          "If true, the contained rules start from the original value; if false, from the result of previous rules",
        ),
      ),
    globalObjectFieldId: z
      .nullish(reference())
      .check(z.describe("The field the rule assigns to; cannot change after creation")),
    globalDataTypeId: reference().check(z.describe("Cannot change after creation")),
    rule: UpdateOrCreateWorkflowRule,
  },
  "UpdateOrCreateMappingRule",
);
export type UpdateOrCreateMappingRule = z.infer<typeof UpdateOrCreateMappingRule>;
