import type {
  GlobalDataType,
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
  WorkflowRuleType,
} from "#contract/mapping-rule-tree.ts";
import type {
  GlobalObject,
  GlobalObjectField,
  WorkflowEvent,
} from "#contract/workflow-meta-data.ts";
import type { DataTypeHandle } from "#contract/handles.ts";
import { actions } from "#rules/actions.ts";
import { comparators } from "#rules/comparators.ts";
import type { Workflow } from "./workflow.ts";

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
): ById<readonly R[]> => {
  const groups = new Map<number, R[]>();
  for (const record of records) {
    const typeId = record.globalDataTypeId ?? 0;
    const group = groups.get(typeId) ?? [];
    group.push(record);
    groups.set(typeId, group);
  }
  return groups;
};

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
