import type {
  ActionHandle,
  ComparatorHandle,
  DataTypeHandle,
  OtherFieldScope,
} from "#contract/handles.ts";
import { ruleTypeHandles, type RuleTypeHandle } from "#contract/handles.ts";
import type {
  UpdateOrCreateAction,
  UpdateOrCreateCondition,
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import { workflowMetaData } from "#service/workflow-catalogue.ts";

/*
 * A small vocabulary for mapping rules: fields by `object.handle`, comparators and actions by their handles. Rules from
 * it are validated like any request when they are stored, so a wrong word fails at once.
 */

const objects = new Map(workflowMetaData.globalObjects.map(({ id, handle }) => [id, handle]));

const fields = new Map(
  workflowMetaData.globalObjectFields.map((field) => [
    `${objects.get(field.globalObjectId)}.${field.handle}`,
    field,
  ]),
);

const fieldOf = (name: string) => {
  const field = fields.get(name);
  if (field === undefined) throw new Error(`No field is called ${name}`);
  return field;
};

/** A field's id as an operand: for comparators and actions that use another field. */
export const fieldOperand = (name: string): string => String(fieldOf(name).id);

const has = (records: readonly { id: number }[], id: number): boolean =>
  records.some((record) => record.id === id);

/** The record for the field's own type if there is one: `set` of a number is not `set` of a text. */
const comparatorFor = (handle: ComparatorHandle, dataType: DataTypeHandle | undefined): number => {
  const own = dataType === undefined ? 0 : comparatorId(handle, dataType);
  return has(workflowMetaData.comparators, own) ? own : comparatorId(handle);
};

const actionFor = (handle: ActionHandle, dataType: DataTypeHandle | undefined): number => {
  const own = dataType === undefined ? 0 : actionId(handle, dataType);
  return has(workflowMetaData.actions, own) ? own : actionId(handle);
};

const dataTypeOf = (name: string): DataTypeHandle | undefined =>
  workflowMetaData.dataTypes.find(({ id }) => id === fieldOf(name).globalDataTypeId)?.handle as
    | DataTypeHandle
    | undefined;

interface ConditionExtras {
  pre?: ComparatorHandle;
  everyEntry?: true;
  everyOperand?: true;
  metaData?: string;
  children?: UpdateOrCreateCondition[];
}

/** One condition: `when("variant.price", "less_than", ["25"])`. */
export const when = (
  field: string,
  comparator: ComparatorHandle,
  operands: readonly string[] = [],
  { pre, everyEntry, everyOperand, metaData, children }: ConditionExtras = {},
): UpdateOrCreateCondition => ({
  globalObjectFieldId: fieldOf(field).id,
  // After a pre-modifier, or within a named entry, the value no longer has the field's type.
  workflowDataTypeComparatorId: comparatorFor(
    comparator,
    pre === undefined ? dataTypeOf(field) : undefined,
  ),
  preModifierDataTypeComparatorId: pre === undefined ? null : comparatorFor(pre, dataTypeOf(field)),
  condition: operands[0] ?? null,
  condition2: operands[1] ?? null,
  condition3: operands[2] ?? null,
  condition4: operands[3] ?? null,
  fieldArrayMustMatchAll: everyEntry ?? false,
  conditionArrayMustMatchAll: everyOperand ?? false,
  metaData: metaData ?? null,
  childConditions: children ?? [],
});

interface ActionExtras {
  scope?: OtherFieldScope;
  matchedOnly?: true;
  metaData?: string;
  headerName?: string;
  /** The type of the mapping template's value. */
  as?: DataTypeHandle;
  children?: UpdateOrCreateAction[];
}

/** One action: `act("variant.price", "percent_change", ["-10"])`. */
export const act = (
  field: string,
  action: ActionHandle,
  operands: readonly string[] = [],
  { scope, matchedOnly, metaData, headerName, as, children }: ActionExtras = {},
): UpdateOrCreateAction => ({
  globalObjectFieldId: fieldOf(field).id,
  workflowDataTypeActionId: actionFor(action, as ?? dataTypeOf(field)),
  value: operands[0] ?? null,
  value2: operands[1] ?? null,
  value3: operands[2] ?? null,
  value4: operands[3] ?? null,
  metaData: metaData ?? null,
  usesOtherFieldScope: scope ?? null,
  applyToMatchedOnly: matchedOnly ?? null,
  headerName: headerName ?? null,
  childActions: children ?? [],
});

/** A rule in text form: groups of which any must match, actions, and rules that follow. */
export interface RuleWords {
  name: string;
  type?: RuleTypeHandle;
  always?: true;
  off?: true;
  any?: UpdateOrCreateCondition[][];
  run?: UpdateOrCreateAction[];
  children?: RuleWords[];
  tierData?: string;
}

const ruleTypeId = (type: RuleTypeHandle): number => ruleTypeHandles.indexOf(type) + 1;

const workflowRule = ({
  name,
  type,
  always,
  off,
  any,
  run,
  children,
  tierData,
}: RuleWords): UpdateOrCreateWorkflowRule => ({
  name,
  workflowRuleTypeId: ruleTypeId(type ?? "conditional"),
  alwaysRun: always ?? false,
  enabled: off === undefined,
  groups: (any ?? []).map((conditions) => ({ conditions })),
  actions: run ?? [],
  childRules: (children ?? []).map(workflowRule),
  tierData: tierData ?? null,
});

const eventIds = new Map(workflowMetaData.events.map(({ id, handle }) => [handle, id]));

/** The head of a mapping rule: its event, its assigned field, and its description. */
export interface MappingRuleHead {
  event:
    | "product_import"
    | "listing_publish"
    | "inventory_sync"
    | "purchase_order_generate"
    | "purchase_order_send";
  /** The field it assigns to; rules that change records in place have none. */
  assigns?: string;
  dataType?: DataTypeHandle;
  original?: true;
  description: string;
}

/** A mapping rule in the format of a request (api 4.6). */
export const mappingRule = (head: MappingRuleHead, rule: RuleWords): UpdateOrCreateMappingRule => ({
  name: rule.name,
  description: head.description,
  eventId: eventIds.get(head.event) ?? 0,
  useOriginalInputValue: head.original ?? false,
  globalObjectFieldId: head.assigns === undefined ? null : fieldOf(head.assigns).id,
  globalDataTypeId: dataTypeId(
    head.dataType ??
      (head.assigns === undefined ? undefined : dataTypeOf(head.assigns)) ??
      "string",
  ),
  rule: workflowRule(rule),
});
