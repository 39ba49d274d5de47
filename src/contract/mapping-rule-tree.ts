import * as z from "zod/mini";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  otherFieldScopes,
  ruleTypeHandles,
} from "./handles.ts";
import {
  flag,
  int64,
  integer,
  list,
  maybe,
  openEnum,
  record,
  requiredFlag,
  requiredInt64,
  requiredOpenEnum,
  requiredText,
  text,
  timestamp,
} from "./primitives.ts";

/*
 * The tree of a mapping rule in responses (api 2.15). Conditions, actions and rules have children of their own kind;
 * TypeScript cannot infer a type from itself, so each of the three names its children in an interface.
 */

/** The data type of a rule or a field (api 2.15). */
export const GlobalDataType = record(
  { id: requiredInt64(), name: requiredText(), handle: requiredOpenEnum(dataTypeHandles) },
  "GlobalDataType",
);
export type GlobalDataType = z.infer<typeof GlobalDataType>;

/** The comparator of a condition, for one data type (api 2.15). */
export const WorkflowDataTypeComparator = record(
  {
    id: requiredInt64(),
    globalDataTypeId: requiredInt64(),
    name: requiredText(),
    handle: requiredOpenEnum(comparatorHandles),
    hideInput: flag("The comparator takes no operand"),
    usesOtherField: requiredFlag("The primary operand is the id of another field"),
    preModifier: flag("Converts the field's value to another type before the main comparator runs"),
    preModifierResultGlobalDataTypeId: int64(),
    usesList: flag("The primary operand is a list of values"),
  },
  "WorkflowDataTypeComparator",
);
export type WorkflowDataTypeComparator = z.infer<typeof WorkflowDataTypeComparator>;

/** The action on a field, for one data type (api 2.15). */
export const WorkflowDataTypeAction = record(
  {
    id: requiredInt64(),
    name: requiredText(),
    handle: requiredOpenEnum(actionHandles),
    hideInput: flag("The action takes no operand"),
    usesOtherField: requiredFlag("The primary operand is the id of another field"),
    formula: requiredFlag("The primary operand may be a formula"),
    globalDataTypeId: int64(),
    formulaCanRunAgainstGlobalObjectIds: list(
      z.int(),
      "The global objects whose fields a formula may use",
    ),
    globalDataTypeFilterIds: list(
      z.int(),
      "Restricts the action to fields with one of these globalDataTypeFilterIds",
    ),
  },
  "WorkflowDataTypeAction",
);
export type WorkflowDataTypeAction = z.infer<typeof WorkflowDataTypeAction>;

/** The way in which a rule's child rules are run (api 2.15). */
export const WorkflowRuleType = record(
  { id: requiredInt64(), handle: requiredOpenEnum(ruleTypeHandles), name: requiredText() },
  "WorkflowRuleType",
);
export type WorkflowRuleType = z.infer<typeof WorkflowRuleType>;

const conditionFields = {
  id: int64(),
  rank: integer(),
  globalObjectFieldId: int64("The field providing the data the condition runs against"),
  workflowDataTypeComparatorId: int64(),
  preModifierDataTypeComparatorId: int64(),
  condition: text("The primary operand for most comparators"),
  condition2: text(),
  condition3: text(),
  condition4: text(),
  fieldArrayMustMatchAll: flag(
    "For an array field: if true, every entry must match; if false, one match is enough",
  ),
  conditionArrayMustMatchAll: flag(
    "For array condition data: if true, every entry must match; if false, one match is enough",
  ),
  metaData: text("JSON-encoded context for non-standard rules, kept byte for byte"),
  workflowDataTypeComparator: maybe(WorkflowDataTypeComparator),
  preModifierDataTypeComparator: maybe(WorkflowDataTypeComparator),
};

type ConditionFields = z.infer<z.ZodMiniObject<typeof conditionFields>>;

/** One condition of a group (api 2.15). The operands are text; the comparator defines their meaning. */
export interface WorkflowRuleGroupCondition extends ConditionFields {
  childConditions: WorkflowRuleGroupCondition[];
}
export const WorkflowRuleGroupCondition: z.ZodMiniType<WorkflowRuleGroupCondition> = record(
  { ...conditionFields, childConditions: list(z.lazy(() => WorkflowRuleGroupCondition)) },
  "WorkflowRuleGroupCondition",
);

/** Conditions that must all match (neighbours); a rule matches when any of its groups does. */
export const WorkflowRuleGroup = record(
  {
    id: int64(),
    rank: integer("Order in which groups run"),
    conditions: list(WorkflowRuleGroupCondition),
  },
  "WorkflowRuleGroup",
);
export type WorkflowRuleGroup = z.infer<typeof WorkflowRuleGroup>;

const actionFields = {
  id: int64(),
  globalObjectFieldId: requiredInt64("The field the action transforms"),
  workflowDataTypeActionId: requiredInt64(),
  value: text(),
  value2: text(),
  value3: text(),
  value4: text(),
  rank: integer("Order in which actions run"),
  metaData: text("A JSON object with execution context, kept byte for byte"),
  usesOtherFieldScope: openEnum(
    otherFieldScopes,
    "Which objects supply the values of other fields",
  ),
  applyToMatchedOnly: flag(
    "If true, only elements that meet the rule's conditions; if false or absent, all elements",
  ),
  headerName: text(),
  workflowDataTypeAction: maybe(WorkflowDataTypeAction),
};

type ActionFields = z.infer<z.ZodMiniObject<typeof actionFields>>;

/** One action of a rule (api 2.15). The operands are text; the action's kind defines their meaning. */
export interface WorkflowRuleAction extends ActionFields {
  childActions: WorkflowRuleAction[];
}
export const WorkflowRuleAction: z.ZodMiniType<WorkflowRuleAction> = record(
  { ...actionFields, childActions: list(z.lazy(() => WorkflowRuleAction)) },
  "WorkflowRuleAction",
);

const ruleFields = {
  id: int64(),
  name: requiredText(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  rank: integer("Order in which rules run; each rule can change what the next one sees"),
  workflowRuleTypeId: requiredInt64(),
  alwaysRun: requiredFlag("If true, groups and conditions are ignored and the actions always run"),
  configured: flag("At least one action and one condition, or alwaysRun"),
  groups: list(WorkflowRuleGroup),
  actions: list(WorkflowRuleAction),
  workflowRuleType: maybe(WorkflowRuleType),
  enabled: flag(),
  tierData: text("Data for new-style tier rules of enterprise accounts, kept byte for byte"),
  createdByUserId: int64(),
  modifiedByUserId: int64(),
};

type RuleFields = z.infer<z.ZodMiniObject<typeof ruleFields>>;

/** Groups of conditions, the actions that run when any group matches, and the child rules (api 2.15). */
export interface WorkflowRule extends RuleFields {
  childRules: WorkflowRule[];
}
export const WorkflowRule: z.ZodMiniType<WorkflowRule> = record(
  { ...ruleFields, childRules: list(z.lazy(() => WorkflowRule)) },
  "WorkflowRule",
);
