import { groupBy } from "#contract/group-by.ts";
import { type DataTypeHandle, dataTypeHandles } from "#contract/handles.ts";
import type {
  GlobalDataType,
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroupCondition,
  WorkflowRuleType,
} from "#contract/mapping-rule-tree.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type {
  GlobalObject,
  GlobalObjectField,
  WorkflowEvent,
  WorkflowMetaData,
} from "#contract/workflow-meta-data.ts";
import type { Action } from "#rules/action.ts";
import { actions, actions as actionTable } from "#rules/actions.ts";
import type { Comparator } from "#rules/comparator.ts";
import { comparators, comparators as comparatorTable } from "#rules/comparators.ts";
import type { Wording } from "#rules/describe-operands.ts";
import { createCatalogue, findEntry, type RuleCatalogue } from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { handleWords } from "#rules/shown-text.ts";

/** The origin of the names and ids of fields, comparators and actions. */
export type WorkflowSource =
  | { readonly kind: "upstream" }
  /** A file chosen by a user, because the upstream serves no catalogue. */
  | { readonly kind: "file"; readonly fileName: string; readonly at: number }
  /** Collected from this number of rules that this browser has seen; 0: the catalogue is unknown. */
  | { readonly kind: "rules"; readonly count: number };

/** The catalogue that rules are built from: as the API lists it, by id, and in words. */
export interface Workflow {
  readonly metaData: WorkflowMetaData;
  readonly catalogue: RuleCatalogue;
  readonly mappingSetNames: ReadonlyMap<number, string>;
  /** Whether the API has more mapping sets than the named ones: another id may be one of them. */
  readonly hasMoreSets: boolean;
}

export const createWorkflow = (
  metaData: WorkflowMetaData,
  mappingSetNames: ReadonlyMap<number, string> = new Map(),
  hasMoreSets = false,
): Workflow => ({ metaData, catalogue: createCatalogue(metaData), mappingSetNames, hasMoreSets });

/** The wording of a rule of that type. */
export const createWording = (
  { catalogue, mappingSetNames }: Workflow,
  inheritedType: DataTypeHandle | undefined,
): Wording => ({ catalogue, mappingSetNames, inheritedType });

type ById<R> = ReadonlyMap<number, R>;

/** The workflow's records by id, and the records that fit each type, in the order that pickers show. */
export interface WorkflowIndex {
  readonly dataTypes: ById<GlobalDataType>;
  readonly dataTypeIds: ReadonlyMap<string, number>;
  readonly comparators: ById<WorkflowDataTypeComparator>;
  readonly actions: ById<WorkflowDataTypeAction>;
  readonly ruleTypes: ById<WorkflowRuleType>;
  readonly events: ById<WorkflowEvent>;
  readonly objects: ById<GlobalObject>;
  readonly fields: ById<GlobalObjectField>;
  readonly comparatorsByType: ById<readonly WorkflowDataTypeComparator[]>;
  /** Actions without a type are under 0: they are for every type. */
  readonly actionsByType: ById<readonly WorkflowDataTypeAction[]>;
}

const byId = <R extends { readonly id: number }>(records: readonly R[]): ById<R> =>
  new Map(records.map((record) => [record.id, record]));

const byType = <R extends { readonly globalDataTypeId?: number | null | undefined }>(
  records: readonly R[],
): ById<readonly R[]> => groupBy(records, ({ globalDataTypeId }) => globalDataTypeId ?? 0);

/** Sorts by the tables, which list usual before rare; records that are not in the tables come last. */
const inTableOrder = <R extends { readonly handle: string }>(
  records: readonly R[],
  table: Readonly<Record<string, unknown>>,
): R[] => {
  const places = new Map(Object.keys(table).map((handle, at) => [handle, at]));
  const place = ({ handle }: R) => places.get(handle) ?? places.size;
  return records.toSorted((one, other) => place(one) - place(other));
};

const createIndex = ({ metaData }: Workflow): WorkflowIndex => ({
  dataTypes: byId(metaData.dataTypes),
  dataTypeIds: new Map(metaData.dataTypes.map(({ id, handle }) => [handle, id])),
  comparators: byId(metaData.comparators),
  actions: byId(metaData.actions),
  ruleTypes: byId(metaData.ruleTypes),
  events: byId(metaData.events),
  objects: byId(metaData.globalObjects),
  fields: byId(metaData.globalObjectFields),
  comparatorsByType: byType(inTableOrder(metaData.comparators, comparators)),
  actionsByType: byType(inTableOrder(metaData.actions, actions)),
});

const indexes = new WeakMap<Workflow, WorkflowIndex>();

/** Builds the index of a workflow. */
export const workflowIndex = (workflow: Workflow): WorkflowIndex => {
  const index = indexes.get(workflow) ?? createIndex(workflow);
  indexes.set(workflow, index);
  return index;
};

const lists = ["array", "images"];

/** The name of a field's elements: “variant” where a record has several of its object, “entry” where it is a list. */
export const findElementName = (workflow: Workflow, fieldId: number): string | undefined => {
  const index = workflowIndex(workflow);
  const field = index.fields.get(fieldId);
  const object = index.objects.get(field?.globalObjectId ?? 0);
  if (object?.collection) return object.name.toLowerCase();
  const type = workflow.catalogue.fields.get(fieldId)?.dataType;
  return type && lists.includes(type) ? "entry" : undefined;
};

/** The name of each data type on the screen (api 2.15 gives handles; its names are the handles again). */
const words: Readonly<Record<DataTypeHandle, string>> = {
  string: "Text",
  number: "Number",
  boolean: "Yes or no",
  numeric_options: "Choice",
  custom_action: "Custom action",
  array: "List",
  inherited: "Same as the rule",
  date: "Date",
  attributes: "Attributes",
  string_options: "Choice",
  custom_fields: "Custom fields",
  category_copy: "Category",
  custom_aggregate_fields: "Aggregates",
  images: "Images",
  variant_options: "Options",
  tags: "Tags",
  builder_action: "Builder action",
  category_in_list: "Category",
};

/** The name of a data type; an unknown one keeps the name the API gives it. */
export const typeWords = (handle: string, name: string): string =>
  Object.hasOwn(words, handle) ? words[handle as DataTypeHandle] : name;

/*
 * A catalogue from the rules themselves: conditions and actions carry the records of their comparator and action with
 * ids (api 2.15), so everything that is used anywhere is known even where nothing recordLists it. Names of fields are not
 * included.
 */

/** The object of all collected fields: rules do not say which one each field really has. */
const unknownObject = { id: 0, name: "Fields used in your rules", handle: "", collection: false };

const uniqueById = <R extends { readonly id: number }>(records: readonly R[]): R[] =>
  [...new Map(records.map((record) => [record.id, record])).values()].toSorted(
    (one, other) => one.id - other.id,
  );

const isPresent = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;

interface Parts {
  readonly rules: WorkflowRule[];
  readonly conditions: WorkflowRuleGroupCondition[];
  readonly actions: WorkflowRuleAction[];
}

const partsIn = (mappingRules: readonly MappingRule[]): Parts => {
  const parts: Parts = { rules: [], conditions: [], actions: [] };
  for (const { rule } of mappingRules)
    for (const { kind, part } of rule ? listRuleParts(rule) : []) {
      if (kind === "rule") parts.rules.push(part as WorkflowRule);
      if (kind === "condition") parts.conditions.push(part as WorkflowRuleGroupCondition);
      if (kind === "action") parts.actions.push(part as WorkflowRuleAction);
    }
  return parts;
};

/** For a type that no rule names, the handles of its comparators and actions may leave only one possibility. */
const handleOfType = (
  uses: readonly (readonly DataTypeHandle[] | undefined)[],
): DataTypeHandle | undefined => {
  const known = uses.filter(isPresent);
  const possible = dataTypeHandles.filter((type) => known.every((types) => types.includes(type)));
  return known.length > 0 && possible.length === 1 ? possible[0] : undefined;
};

type Dated = Pick<WorkflowMetaData, "comparators" | "actions">;

const collectDataTypes = (
  mappingRules: readonly MappingRule[],
  { comparators, actions }: Dated,
): WorkflowMetaData["dataTypes"] => {
  const named = mappingRules.map(({ globalDataType }) => globalDataType).filter(isPresent);
  const known = new Set(named.map(({ id }) => id));
  const ids = [
    ...mappingRules.map(({ globalDataTypeId }) => globalDataTypeId),
    ...comparators.map(({ globalDataTypeId }) => globalDataTypeId),
    ...actions.map(({ globalDataTypeId }) => globalDataTypeId),
  ].filter((id): id is number => isPresent(id) && !known.has(id));
  const inferred = [...new Set(ids)].map((id) => {
    const handle = handleOfType([
      ...comparators
        .filter(({ globalDataTypeId }) => globalDataTypeId === id)
        .map((record) => findEntry<Comparator>(comparatorTable, record.handle)?.dataTypes),
      ...actions
        .filter(({ globalDataTypeId }) => globalDataTypeId === id)
        .map((record) => findEntry<Action>(actionTable, record.handle)?.dataTypes),
    ]);
    return handle
      ? { id, name: handleWords(handle), handle }
      : { id, name: `Data type ${id}`, handle: `data_type_${id}` };
  });
  return uniqueById([...inferred, ...named]);
};

/** The field that an operand names by its id (api 2.15, usesOtherField). */
const otherField = (
  record: { readonly usesOtherField: boolean } | null | undefined,
  operand: string | null | undefined,
): number | undefined =>
  record?.usesOtherField && /^[1-9]\d{0,15}$/.test(operand ?? "") ? Number(operand) : undefined;

/** The types of fields, from the comparators and actions that use them. */
const collectFields = (
  mappingRules: readonly MappingRule[],
  { conditions, actions }: Parts,
): GlobalObjectField[] => {
  const uses: (readonly [number | null | undefined, number | null | undefined])[] = [
    ...conditions.map(
      (condition) =>
        [
          condition.globalObjectFieldId,
          (condition.preModifierDataTypeComparator ?? condition.workflowDataTypeComparator)
            ?.globalDataTypeId,
        ] as const,
    ),
    ...actions.map(
      (action) =>
        [action.globalObjectFieldId, action.workflowDataTypeAction?.globalDataTypeId] as const,
    ),
    ...mappingRules.map((rule) => [rule.globalObjectFieldId, rule.globalDataTypeId] as const),
    // A field that is compared with or copied has the type of the other field.
    ...conditions.map(
      ({ condition, workflowDataTypeComparator: record }) =>
        [otherField(record, condition), record?.globalDataTypeId] as const,
    ),
    ...actions.map(
      ({ value, workflowDataTypeAction: record }) =>
        [otherField(record, value), record?.globalDataTypeId] as const,
    ),
  ];
  const types = new Map<number, number>();
  for (const [field, type] of uses) if (field && !types.get(field)) types.set(field, type ?? 0);
  return [...types].map(([id, globalDataTypeId]) => ({
    id,
    globalObjectId: unknownObject.id,
    globalDataTypeId,
    globalDataTypeFilterId: null,
    name: `Field ${id}`,
    handle: `field_${id}`,
    description: null,
    options: [],
  }));
};

/** The fields, comparators, actions, types and events in the rules that this browser has seen. */
export const collectWorkflow = (mappingRules: readonly MappingRule[]): WorkflowMetaData => {
  const parts = partsIn(mappingRules);
  const comparators = uniqueById(
    parts.conditions
      .flatMap((condition) => [
        condition.workflowDataTypeComparator,
        condition.preModifierDataTypeComparator,
      ])
      .filter(isPresent),
  );
  const actions = uniqueById(
    parts.actions.map(({ workflowDataTypeAction }) => workflowDataTypeAction).filter(isPresent),
  );
  const globalObjectFields = collectFields(mappingRules, parts).toSorted(
    (one, other) => one.id - other.id,
  );
  const eventIds = [...new Set(mappingRules.map(({ eventId }) => eventId))].filter((id) => id > 0);
  return {
    dataTypes: collectDataTypes(mappingRules, { comparators, actions }),
    comparators,
    actions,
    ruleTypes: uniqueById(
      parts.rules.map(({ workflowRuleType }) => workflowRuleType).filter(isPresent),
    ),
    events: eventIds
      .toSorted((one, other) => one - other)
      .map((id) => ({
        id,
        name: `Event ${id}`,
        handle: null,
        description: null,
        globalObjectIds: [unknownObject.id],
      })),
    globalObjects: globalObjectFields.length > 0 ? [unknownObject] : [],
    globalObjectFields,
  };
};

const recordLists = [
  "dataTypes",
  "comparators",
  "actions",
  "ruleTypes",
  "events",
  "globalObjects",
  "globalObjectFields",
] as const satisfies readonly (keyof WorkflowMetaData)[];

/** Merges two catalogues; the first wins where both have a record. */
export const mergeWorkflows = (one: WorkflowMetaData, other: WorkflowMetaData): WorkflowMetaData =>
  Object.fromEntries(
    recordLists.map((list) => [
      list,
      uniqueById<{ readonly id: number }>([...other[list], ...one[list]]),
    ]),
  ) as unknown as WorkflowMetaData;
