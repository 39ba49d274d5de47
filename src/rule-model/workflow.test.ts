import { expect, test } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { actionId, comparatorId, tableRecords } from "#rules/workflow-records.ts";
import { createCatalogue } from "#rules/rule-catalogue.ts";
import { collectWorkflow } from "./workflow.ts";

const { actions, comparators } = tableRecords();
const comparatorRecord = (id: number) => comparators.find((record) => record.id === id);
const actionRecord = (id: number) => actions.find((record) => record.id === id);

const condition = (more: object) => ({ childConditions: [], ...more });

const ruleOf = (more: object, top: Partial<MappingRule> = {}): MappingRule =>
  ({
    id: 5,
    name: "Lamps",
    eventId: 3,
    useOriginalInputValue: false,
    globalDataTypeId: 1,
    globalDataType: { id: 1, name: "Text", handle: "string" },
    rule: {
      id: 50,
      name: "Lamps",
      workflowRuleTypeId: 1,
      workflowRuleType: { id: 1, handle: "conditional", name: "Conditional" },
      alwaysRun: false,
      groups: [],
      actions: [],
      childRules: [],
      ...more,
    },
    ...top,
  }) as unknown as MappingRule;

test("no rules give an empty catalogue", () => {
  const none = collectWorkflow([]);
  expect(Object.values(none).flat()).toEqual([]);
  expect(collectWorkflow([{ ...ruleOf({}), rule: null }]).comparators).toEqual([]);
});

test("records of comparators and actions are collected once, at any depth", () => {
  const contains = comparatorRecord(comparatorId("string_contains"));
  const greater = comparatorRecord(comparatorId("greater_than"));
  const length = comparatorRecord(comparatorId("string_length"));
  const uppercase = actionRecord(actionId("uppercase"));
  const found = collectWorkflow([
    ruleOf({
      groups: [
        {
          conditions: [
            condition({ globalObjectFieldId: 10, workflowDataTypeComparator: contains }),
            condition({
              globalObjectFieldId: 11,
              preModifierDataTypeComparator: length,
              workflowDataTypeComparator: greater,
              childConditions: [
                condition({ globalObjectFieldId: 10, workflowDataTypeComparator: contains }),
              ],
            }),
          ],
        },
      ],
      childRules: [
        {
          groups: [],
          childRules: [],
          actions: [
            { globalObjectFieldId: 12, workflowDataTypeAction: uppercase, childActions: [] },
          ],
        },
      ],
    }),
  ]);
  expect(found.comparators.map(({ handle }) => handle).toSorted()).toEqual([
    "greater_than",
    "string_contains",
    "string_length",
  ]);
  expect(found.actions).toEqual([uppercase]);
  expect(found.events.map(({ id }) => id)).toEqual([3]);
  expect(found.ruleTypes.map(({ handle }) => handle)).toEqual(["conditional"]);
  const catalogue = createCatalogue(found);
  // The length of field 11 is a number; the field itself is text.
  expect(catalogue.fields.get(11)?.dataType).toBe("string");
  expect(catalogue.fields.get(12)?.label).toBe("Field 12");
});

test("a type that no rule names is identified by its comparators and actions, or stays unknown", () => {
  const types = (handle: string) =>
    collectWorkflow([
      ruleOf({
        groups: [
          {
            conditions: [
              condition({
                globalObjectFieldId: 10,
                workflowDataTypeComparator: {
                  id: 900,
                  globalDataTypeId: 77,
                  name: "x",
                  handle,
                  usesOtherField: true,
                },
                condition: "44",
              }),
            ],
          },
        ],
      }),
    ]);
  expect(types("date_older_than").dataTypes.find(({ id }) => id === 77)?.handle).toBe("date");
  expect(types("from_the_future").dataTypes.find(({ id }) => id === 77)).toEqual({
    id: 77,
    name: "Data type 77",
    handle: "data_type_77",
  });
  expect(types("constructor").dataTypes.find(({ id }) => id === 77)?.handle).toBe("data_type_77");
  expect(types("date_older_than").globalObjectFields.map(({ id }) => id)).toEqual([10, 44]);
});
