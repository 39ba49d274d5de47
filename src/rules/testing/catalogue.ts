import type { ActionHandle, ComparatorHandle, DataTypeHandle } from "#contract/handles.ts";
import { dataTypeHandles } from "#contract/handles.ts";
import type { GlobalObjectField, WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { handleWords } from "#rules/shown-text.ts";
import { parseTime } from "#rules/iso-time.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import type { RuleRecord } from "#rules/field-values.ts";
import { createTable } from "#rules/record-table.ts";
import { runColumns } from "#rules/run-columns.ts";
import type {
  RunnableAction,
  RunnableCondition,
  RunnableMappingRule,
  RunnableWorkflowRule,
} from "#rules/rule-parts.ts";
import { actionId, comparatorId, dataTypeId, tableRecords } from "#rules/workflow-records.ts";

/* A small workflow for the tests: a thing with two fields of every type, and its parts. */

/** A field of an object. */
export const fieldRecord = (
  id: number,
  globalObjectId: number,
  handle: string,
  dataType: DataTypeHandle,
  options: GlobalObjectField["options"] = [],
) => ({
  id,
  globalObjectId,
  globalDataTypeId: dataTypeId(dataType),
  globalDataTypeFilterId: null,
  name: handleWords(handle),
  handle,
  options,
});

const pound = [{ value: "lb", name: "Pound" }];

/** The workflow of the tests. */
export const testMetaData: WorkflowMetaData = {
  ...tableRecords(),
  events: [],
  globalObjects: [
    { id: 1, name: "Thing", handle: "thing", collection: false },
    { id: 2, name: "Part", handle: "part", collection: true },
    { id: 3, name: "Order", handle: "purchase_order", collection: false },
    { id: 4, name: "Line", handle: "purchase_order_item", collection: true },
  ],
  globalObjectFields: [
    ...dataTypeHandles.map((handle) =>
      fieldRecord(
        1_000 + dataTypeId(handle),
        1,
        handle,
        handle,
        handle === "string_options" ? pound : [],
      ),
    ),
    ...dataTypeHandles.map((handle) =>
      fieldRecord(1_100 + dataTypeId(handle), 1, `other_${handle}`, handle),
    ),
    fieldRecord(1_201, 1, "address.city", "string"),
    fieldRecord(2_001, 2, "title", "string"),
    fieldRecord(2_002, 2, "price", "number"),
    fieldRecord(2_003, 2, "cost", "number"),
    fieldRecord(2_004, 2, "tags", "tags"),
    fieldRecord(3_001, 3, "fields", "custom_fields"),
    fieldRecord(4_001, 4, "fields", "custom_fields"),
  ],
};

/** The tests' catalog. */
export const testCatalogue = createCatalogue(testMetaData);

/** The tests' current time: 10 January 2026, noon UTC. */
export const testContext: EvaluationContext = {
  catalogue: testCatalogue,
  now: parseTime("2026-01-10T12:00:00Z") ?? 0,
  mappingSets: new Map([[1, [{ from: "GRN", to: "Green" }]]]),
};

/** The thing's field of a type; `other`: the second one. */
export const fieldOfType = (dataType: DataTypeHandle, other = false): number =>
  (other ? 1_100 : 1_000) + dataTypeId(dataType);

/** Fields of the thing and the parts that tests use frequently, by name. */
export const testFields = {
  title: fieldOfType("string"),
  otherTitle: fieldOfType("string", true),
  number: fieldOfType("number"),
  attributes: fieldOfType("attributes"),
  city: 1_201,
  partTitle: 2_001,
  partPrice: 2_002,
  partCost: 2_003,
  partTags: 2_004,
} as const;

/** A condition with its operands in order. */
export const conditionWith = (
  handle: ComparatorHandle,
  globalObjectFieldId: number,
  [condition, condition2, condition3, condition4]: readonly string[] = [],
  more: Partial<RunnableCondition> = {},
): RunnableCondition => ({
  globalObjectFieldId,
  workflowDataTypeComparatorId: comparatorId(handle),
  condition,
  condition2,
  condition3,
  condition4,
  ...more,
});

/** An action with its operands in order. */
export const actionWith = (
  handle: ActionHandle,
  globalObjectFieldId: number,
  [value, value2, value3, value4]: readonly string[] = [],
  more: Partial<RunnableAction> = {},
): RunnableAction => ({
  globalObjectFieldId,
  workflowDataTypeActionId: actionId(handle),
  value,
  value2,
  value3,
  value4,
  ...more,
});

/** A rule, by default one that always runs. */
export const ruleWith = (parts: Partial<RunnableWorkflowRule>): RunnableWorkflowRule => ({
  name: "Rule",
  workflowRuleTypeId: 1,
  alwaysRun: parts.groups === undefined,
  groups: [],
  actions: [],
  ...parts,
});

/** Groups of conditions. */
export const when = (...groups: RunnableCondition[][]) =>
  groups.map((conditions) => ({ conditions }));

/** A record of one thing. */
export const thing = (data: object): RuleRecord => ({ objects: { thing: data } });

/** A record of some parts. */
export const parts = (...part: object[]): RuleRecord => ({ objects: { part } });

/** The result of a mapping rule on a record, and whether its own conditions matched. */
export const evaluate = (
  rule: RunnableMappingRule,
  record: RuleRecord,
  context: EvaluationContext = testContext,
) => {
  const ran = runColumns(rule, createTable([record], context));
  return { ...ran.after(0), matched: rule.rule ? ran.count(rule.rule) === 1 : false };
};

/** Runs a rule as the only one of its mapping rule. */
export const run = (
  rule: RunnableWorkflowRule,
  record: RuleRecord,
  more: Partial<RunnableMappingRule> = {},
) => evaluate({ useOriginalInputValue: false, ...more, rule }, record);
