import { type DataTypeHandle, dataTypeHandles } from "#contract/handles.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type {
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroupCondition,
} from "#contract/mapping-rule-tree.ts";
import type { GlobalObjectField, WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { actions as actionTable } from "#rules/actions.ts";
import { comparators as comparatorTable } from "#rules/comparators.ts";
import { handleWords } from "#rules/shown-text.ts";
import { listRuleParts } from "#rules/rule-parts.ts";

/*
 * A catalogue from the rules themselves: conditions and actions carry the records of their comparator and action with
 * ids (api 2.15), so everything that is used anywhere is known even where nothing lists it. Names of fields are not
 * included.
 */

/** The object of all collected fields: rules do not say which one each field really has. */
const unknownObject = { id: 0, name: "Fields used in your rules", handle: "", collection: false };

const byId = <R extends { readonly id: number }>(records: readonly R[]): R[] =>
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

const typesIn = (
  table: Readonly<Record<string, { readonly dataTypes: readonly DataTypeHandle[] }>>,
  handle: string,
): readonly DataTypeHandle[] | undefined =>
  Object.hasOwn(table, handle) ? table[handle]?.dataTypes : undefined;

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
        .map((record) => typesIn(comparatorTable, record.handle)),
      ...actions
        .filter(({ globalDataTypeId }) => globalDataTypeId === id)
        .map((record) => typesIn(actionTable, record.handle)),
    ]);
    return handle
      ? { id, name: handleWords(handle), handle }
      : { id, name: `Data type ${id}`, handle: `data_type_${id}` };
  });
  return byId([...inferred, ...named]);
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
  const comparators = byId(
    parts.conditions
      .flatMap((condition) => [
        condition.workflowDataTypeComparator,
        condition.preModifierDataTypeComparator,
      ])
      .filter(isPresent),
  );
  const actions = byId(
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
    ruleTypes: byId(parts.rules.map(({ workflowRuleType }) => workflowRuleType).filter(isPresent)),
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

const lists = [
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
    lists.map((list) => [list, byId<{ readonly id: number }>([...other[list], ...one[list]])]),
  ) as unknown as WorkflowMetaData;
