import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import { testFieldIds } from "#rule-model/testing/builder.ts";

/** The number of conditions in one group. */
export const groupSize = 10;

/** The text that condition number `at` compares with. */
export const writeOperand = (at: number): string => `lamp ${at}`;

/** A rule of n conditions on one field's text, in groups of ten. */
export const sampleRule = (conditions: number): UpdateOrCreateMappingRule => ({
  name: "Many conditions",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalObjectFieldId: testFieldIds.title,
  globalDataTypeId: dataTypeId("string"),
  rule: {
    name: "Many conditions",
    workflowRuleTypeId: 1,
    alwaysRun: false,
    enabled: true,
    groups: Array.from({ length: conditions / groupSize }, (_, group) => ({
      conditions: Array.from({ length: groupSize }, (__, at) => ({
        globalObjectFieldId: testFieldIds.title,
        workflowDataTypeComparatorId: comparatorId("string_contains", "string"),
        condition: writeOperand(group * groupSize + at),
        childConditions: [],
      })),
    })),
    actions: [
      {
        globalObjectFieldId: testFieldIds.title,
        workflowDataTypeActionId: actionId("uppercase", "string"),
        childActions: [],
      },
    ],
    childRules: [],
  },
});
