import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { fieldRecord } from "#rules/testing/catalogue.ts";
import { actionId, comparatorId, dataTypeId, tableRecords } from "#rules/workflow-records.ts";
import type { Builder } from "#rule-model/builder.ts";
import { createBuilder } from "#rule-model/builder.ts";
import { createWorkflow } from "#rule-model/workflow.ts";

/* A small workflow and rules for the tests of the builder. */

const options = (...values: string[]) =>
  values.map((value) => ({ value, name: value.toUpperCase() }));

/** Fields of the tests' workflow by name. */
export const testFieldIds = {
  value: 1_001,
  title: 2_001,
  price: 2_002,
  cost: 2_003,
  attributes: 2_004,
  created: 2_005,
  unit: 2_006,
  size: 2_007,
  tags: 2_008,
  customAction: 2_009,
  orderNote: 3_001,
} as const;

export const testMetaData: WorkflowMetaData = {
  ...tableRecords(),
  events: [
    { id: 1, name: "Product import", handle: "product_import", globalObjectIds: [1, 2] },
    { id: 2, name: "Order sending", handle: "order_send", globalObjectIds: [1, 3] },
  ],
  globalObjects: [
    { id: 1, name: "Mapping", handle: "mapping", collection: false },
    { id: 2, name: "Product", handle: "product", collection: false },
    { id: 3, name: "Order", handle: "purchase_order", collection: false },
  ],
  globalObjectFields: [
    fieldRecord(testFieldIds.value, 1, "value", "inherited"),
    fieldRecord(testFieldIds.title, 2, "title", "string"),
    fieldRecord(testFieldIds.price, 2, "price", "number"),
    fieldRecord(testFieldIds.cost, 2, "cost", "number"),
    fieldRecord(testFieldIds.attributes, 2, "attributes", "attributes"),
    fieldRecord(testFieldIds.created, 2, "created", "date"),
    fieldRecord(testFieldIds.unit, 2, "unit", "string_options", options("lb", "kg")),
    fieldRecord(testFieldIds.size, 2, "size", "string_options", options("kg", "m")),
    fieldRecord(testFieldIds.tags, 2, "tags", "tags"),
    fieldRecord(testFieldIds.customAction, 2, "custom_action", "custom_action"),
    fieldRecord(testFieldIds.orderNote, 3, "note", "string"),
  ],
};

export const testWorkflow = createWorkflow(testMetaData, new Map([[7, "Colours"]]));

/** A rule with one part of every kind: a group, a condition with a child, an action with a child, a child rule. */
export const testRequest = (): UpdateOrCreateMappingRule => ({
  id: 500,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalObjectFieldId: testFieldIds.price,
  globalDataTypeId: dataTypeId("number"),
  rule: {
    id: 501,
    name: "Lamps",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    enabled: true,
    tierData: ' {"tiers": [1,  2]}\n',
    updatedAt: "2026-01-01T00:00:00.000Z",
    groups: [
      {
        id: 510,
        conditions: [
          {
            id: 511,
            globalObjectFieldId: testFieldIds.title,
            workflowDataTypeComparatorId: comparatorId("string_contains"),
            condition: "lamp",
            condition2: null,
            metaData: '{"a":  1.0}',
            childConditions: [],
          },
          {
            id: 512,
            globalObjectFieldId: testFieldIds.attributes,
            workflowDataTypeComparatorId: comparatorId("attributes_default"),
            condition: "Material",
            childConditions: [
              {
                id: 513,
                globalObjectFieldId: testFieldIds.title,
                workflowDataTypeComparatorId: comparatorId("string_contains"),
                condition: "oak",
                childConditions: [],
              },
            ],
          },
        ],
      },
    ],
    actions: [
      {
        id: 520,
        globalObjectFieldId: testFieldIds.price,
        workflowDataTypeActionId: actionId("set", "number"),
        value: "{product.cost} * 1.35",
        usesOtherFieldScope: "correlated",
        applyToMatchedOnly: true,
        childActions: [],
      },
      {
        id: 521,
        globalObjectFieldId: testFieldIds.attributes,
        workflowDataTypeActionId: actionId("attribute_modify"),
        value: "Material",
        childActions: [
          {
            id: 522,
            globalObjectFieldId: testFieldIds.title,
            workflowDataTypeActionId: actionId("uppercase"),
            childActions: [],
          },
        ],
      },
    ],
    childRules: [
      {
        id: 530,
        name: "Then",
        workflowRuleTypeId: 1,
        alwaysRun: true,
        groups: [],
        actions: [
          {
            id: 531,
            globalObjectFieldId: testFieldIds.title,
            workflowDataTypeActionId: actionId("trim"),
            childActions: [],
          },
        ],
        childRules: [],
      },
    ],
  },
});

/** That rule with one action instead: a mapping set is named by its id. */
export const testRequestWith = (
  handle: "mapping_set" | "trim",
  value: string,
): UpdateOrCreateMappingRule => {
  const request = testRequest();
  const action = {
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeActionId: actionId(handle),
    value,
    childActions: [],
  };
  return { ...request, rule: { ...request.rule, actions: [action] } };
};

/** Keys of the parts of `testRequest`, in the order they are made. */
export const testKeys = {
  group: 2,
  contains: 3,
  attribute: 4,
  inAttribute: 5,
  set: 6,
  modify: 7,
  inModify: 8,
  childRule: 9,
  trim: 10,
} as const;

export const testBuilder = (request = testRequest()): Builder =>
  createBuilder(request, testWorkflow);
