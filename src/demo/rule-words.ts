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
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";

/*
 * A small vocabulary for mapping rules: fields by `object.handle`, comparators and actions by their handles. Rules from
 * it are validated like any request when they are stored, so a wrong word fails at once.
 */

const has = (records: readonly { id: number }[], id: number): boolean =>
  records.some((record) => record.id === id);

/** Finds the records of a workflow by their words. */
const createLookup = (workflow: WorkflowMetaData) => {
  const objects = new Map(workflow.globalObjects.map(({ id, handle }) => [id, handle]));
  const fields = new Map(
    workflow.globalObjectFields.map((field) => [
      `${objects.get(field.globalObjectId)}.${field.handle}`,
      field,
    ]),
  );
  const eventIds = new Map(workflow.events.map(({ id, handle }) => [handle, id]));

  const field = (name: string) => {
    const found = fields.get(name);
    if (found === undefined) throw new Error(`No field is called ${name}`);
    return found;
  };

  return {
    field,
    eventId: (handle: string): number => eventIds.get(handle) ?? 0,
    dataType: (name: string): DataTypeHandle | undefined =>
      workflow.dataTypes.find(({ id }) => id === field(name).globalDataTypeId)?.handle as
        | DataTypeHandle
        | undefined,
    /** The record for the field's own type if there is one: `set` of a number is not `set` of a text. */
    comparatorId: (handle: ComparatorHandle, dataType: DataTypeHandle | undefined): number => {
      const own = dataType === undefined ? 0 : comparatorId(handle, dataType);
      return has(workflow.comparators, own) ? own : comparatorId(handle);
    },
    actionId: (handle: ActionHandle, dataType: DataTypeHandle | undefined): number => {
      const own = dataType === undefined ? 0 : actionId(handle, dataType);
      return has(workflow.actions, own) ? own : actionId(handle);
    },
  };
};

interface ConditionExtras {
  pre?: ComparatorHandle;
  everyEntry?: true;
  everyOperand?: true;
  metaData?: string;
  children?: UpdateOrCreateCondition[];
}

interface ActionExtras {
  scope?: OtherFieldScope;
  matchedOnly?: true;
  metaData?: string;
  headerName?: string;
  /** The type of the mapping template's value. */
  as?: DataTypeHandle;
  children?: UpdateOrCreateAction[];
}

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

/** The words of a workflow, whose ids the rules contain. */
export const createRuleVocabulary = (workflow: WorkflowMetaData) => {
  const find = createLookup(workflow);

  /** A field's id as an operand: for comparators and actions that use another field. */
  const fieldOperand = (name: string): string => String(find.field(name).id);

  /** One condition: `when("variant.price", "less_than", ["25"])`. */
  const when = (
    field: string,
    comparator: ComparatorHandle,
    operands: readonly string[] = [],
    { pre, everyEntry, everyOperand, metaData, children }: ConditionExtras = {},
  ): UpdateOrCreateCondition => ({
    globalObjectFieldId: find.field(field).id,
    // After a pre-modifier, or within a named entry, the value no longer has the field's type.
    workflowDataTypeComparatorId: find.comparatorId(
      comparator,
      pre === undefined ? find.dataType(field) : undefined,
    ),
    preModifierDataTypeComparatorId:
      pre === undefined ? null : find.comparatorId(pre, find.dataType(field)),
    condition: operands[0] ?? null,
    condition2: operands[1] ?? null,
    condition3: operands[2] ?? null,
    condition4: operands[3] ?? null,
    fieldArrayMustMatchAll: everyEntry ?? false,
    conditionArrayMustMatchAll: everyOperand ?? false,
    metaData: metaData ?? null,
    childConditions: children ?? [],
  });

  /** One action: `act("variant.price", "percent_change", ["-10"])`. */
  const act = (
    field: string,
    action: ActionHandle,
    operands: readonly string[] = [],
    { scope, matchedOnly, metaData, headerName, as, children }: ActionExtras = {},
  ): UpdateOrCreateAction => ({
    globalObjectFieldId: find.field(field).id,
    workflowDataTypeActionId: find.actionId(action, as ?? find.dataType(field)),
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

  /** A mapping rule in the format of a request (api 4.6). */
  const mappingRule = (head: MappingRuleHead, rule: RuleWords): UpdateOrCreateMappingRule => ({
    name: rule.name,
    description: head.description,
    eventId: find.eventId(head.event),
    useOriginalInputValue: head.original ?? false,
    globalObjectFieldId: head.assigns === undefined ? null : find.field(head.assigns).id,
    globalDataTypeId: dataTypeId(
      head.dataType ??
        (head.assigns === undefined ? undefined : find.dataType(head.assigns)) ??
        "string",
    ),
    rule: workflowRule(rule),
  });

  return { when, act, fieldOperand, mappingRule };
};

export type RuleVocabulary = ReturnType<typeof createRuleVocabulary>;
