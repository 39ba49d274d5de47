import type { ActionHandle, ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";
import {
  actionHandles,
  comparatorHandles,
  dataTypeHandles,
  ruleTypeHandles,
} from "#contract/handles.ts";
import type {
  GlobalDataType,
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
  WorkflowRuleType,
} from "#contract/mapping-rule-tree.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { Action } from "./action.ts";
import { actions } from "./actions.ts";
import type { Comparator } from "./comparator.ts";
import { comparators } from "./comparators.ts";
import { handleWords } from "./shown-text.ts";

/*
 * The tables as the records that the API names by id (api 2.15). A handle has one record for each of its data types;
 * the id is computed from the positions of both in the document's lists, so that it never changes.
 */

/** The id of a data type. */
export const dataTypeId = (handle: DataTypeHandle): number => dataTypeHandles.indexOf(handle) + 1;

const recordId = (handleIndex: number, dataType: DataTypeHandle): number =>
  (handleIndex + 1) * 100 + dataTypeId(dataType);

/** The id of a comparator for a data type. */
export const comparatorId = (
  handle: ComparatorHandle,
  dataType: DataTypeHandle = comparators[handle].dataTypes[0],
): number => recordId(comparatorHandles.indexOf(handle), dataType);

/** The id of an action for a data type. */
export const actionId = (
  handle: ActionHandle,
  dataType: DataTypeHandle = actions[handle].dataTypes[0],
): number => recordId(actionHandles.indexOf(handle), dataType);

/** Every data type. */
const dataTypeRecords: readonly GlobalDataType[] = dataTypeHandles.map((handle) => ({
  id: dataTypeId(handle),
  name: handleWords(handle),
  handle,
}));

/** Both rule types. */
const ruleTypeRecords: readonly WorkflowRuleType[] = ruleTypeHandles.map((handle, index) => ({
  id: index + 1,
  handle,
  name: handleWords(handle),
}));

const makeComparatorRecords = (handle: ComparatorHandle): WorkflowDataTypeComparator[] => {
  const entry: Comparator = comparators[handle];
  return entry.dataTypes.map((dataType) => ({
    id: comparatorId(handle, dataType),
    globalDataTypeId: dataTypeId(dataType),
    name: entry.label,
    handle,
    hideInput: entry.operands.length === 0,
    usesOtherField: entry.usesOtherField ?? false,
    preModifier: entry.preModifier !== undefined,
    preModifierResultGlobalDataTypeId: entry.preModifier
      ? dataTypeId(entry.preModifier.resultType)
      : null,
    usesList: entry.usesList ?? false,
  }));
};

const makeActionRecords = (handle: ActionHandle): WorkflowDataTypeAction[] => {
  const entry: Action = actions[handle];
  return entry.dataTypes.map((dataType) => ({
    id: actionId(handle, dataType),
    name: entry.label,
    handle,
    hideInput: entry.operands.length === 0,
    usesOtherField: entry.usesOtherField ?? false,
    formula: entry.formulaTypes?.includes(dataType) ?? false,
    globalDataTypeId: dataTypeId(dataType),
    // The objects that a formula can use depend on the workflow; its catalog adds them.
    formulaCanRunAgainstGlobalObjectIds: [],
    globalDataTypeFilterIds: [],
  }));
};

/** Every comparator for each of its data types. */
const comparatorRecords: readonly WorkflowDataTypeComparator[] =
  comparatorHandles.flatMap(makeComparatorRecords);

/** Every action for each of its data types. */
const actionRecords: readonly WorkflowDataTypeAction[] = actionHandles.flatMap(makeActionRecords);

type TableRecords = Pick<WorkflowMetaData, "dataTypes" | "comparators" | "actions" | "ruleTypes">;

/** All records, as in the response of GET /workflow/meta-data. */
export const tableRecords = (): TableRecords => ({
  dataTypes: [...dataTypeRecords],
  comparators: [...comparatorRecords],
  actions: [...actionRecords],
  ruleTypes: [...ruleTypeRecords],
});
