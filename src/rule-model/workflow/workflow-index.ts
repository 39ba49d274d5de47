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

const indexOf = ({ metaData }: Workflow): WorkflowIndex => ({
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
  const index = indexes.get(workflow) ?? indexOf(workflow);
  indexes.set(workflow, index);
  return index;
};
