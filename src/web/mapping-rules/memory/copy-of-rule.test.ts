import { expect, test } from "vitest";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { copyOfRule } from "./copy-of-rule.ts";

const request: UpdateOrCreateMappingRule = {
  id: 7,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalDataTypeId: 1,
  rule: {
    id: 70,
    name: "Lamps",
    workflowRuleTypeId: 2,
    alwaysRun: false,
    updatedAt: "2026-01-01T00:00:00.000Z",
    tierData: ' {"b":1, "a": 2}',
    groups: [
      {
        id: 71,
        conditions: [
          {
            id: 72,
            globalObjectFieldId: 1,
            workflowDataTypeComparatorId: 1,
            metaData: '{"x":  1}',
            childConditions: [{ id: 73, globalObjectFieldId: 1, workflowDataTypeComparatorId: 1 }],
          },
        ],
      },
    ],
    actions: [
      {
        id: 74,
        globalObjectFieldId: 1,
        workflowDataTypeActionId: 1,
        childActions: [{ id: 75, globalObjectFieldId: 1, workflowDataTypeActionId: 1 }],
      },
    ],
    childRules: [
      { id: 76, name: "Tier", workflowRuleTypeId: 1, alwaysRun: true, groups: [], actions: [] },
    ],
  },
};

test("a copy has no id on any level and keeps everything else byte for byte", () => {
  const before = structuredClone(request);
  const copy = copyOfRule(request);
  expect(JSON.stringify(copy)).not.toMatch(/"(id|updatedAt)":/);
  expect(copy.name).toBe("Copy of Lamps");
  expect(copy.rule.name).toBe("Copy of Lamps");
  expect(copy.rule.childRules?.[0]?.name).toBe("Tier");
  expect(copy.rule.tierData).toBe(' {"b":1, "a": 2}');
  expect(copy.rule.groups[0]?.conditions[0]?.metaData).toBe('{"x":  1}');
  expect(request).toEqual(before);
});

test("an inner name of its own stays", () => {
  const copy = copyOfRule({ ...request, rule: { ...request.rule, name: "First step" } });
  expect(copy.rule.name).toBe("First step");
});
