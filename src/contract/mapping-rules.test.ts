import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  isConfigured,
  lockedMappingRuleFields,
  whyMappingRuleFieldLocked,
  whyNotConfigured,
} from "./mapping-rule-guards.ts";
import { UpdateOrCreateMappingRule } from "./mapping-rule-request.ts";
import {
  WorkflowDataTypeAction,
  WorkflowDataTypeComparator,
  WorkflowRule,
  WorkflowRuleAction,
  WorkflowRuleGroupCondition,
} from "./mapping-rule-tree.ts";
import { MappingRule, mappingRuleOperations } from "./mapping-rules.ts";
import { toMappingRuleRequest } from "./to-mapping-rule-request.ts";

const comparator = {
  id: 3301,
  globalDataTypeId: 1,
  name: "contains",
  handle: "string_contains",
  usesOtherField: false,
};
const action = { id: 3201, name: "Set", handle: "set", usesOtherField: false, formula: false };
const condition = {
  id: 11,
  rank: 1,
  globalObjectFieldId: 2003,
  workflowDataTypeComparatorId: 3301,
  condition: " lamp ",
  metaData: '{"a": 1.0,"a":2}',
  childConditions: [
    { id: 12, rank: 1, globalObjectFieldId: 2003, workflowDataTypeComparatorId: 3301 },
  ],
  workflowDataTypeComparator: comparator,
};
const tree = {
  id: 5,
  name: "Lamps",
  rank: 1,
  workflowRuleTypeId: 1,
  alwaysRun: false,
  configured: true,
  groups: [
    { id: 9, rank: 2, conditions: [] },
    { id: 8, rank: 1, conditions: [condition] },
  ],
  actions: [
    {
      id: 21,
      globalObjectFieldId: 2003,
      workflowDataTypeActionId: 3201,
      value: "",
      workflowDataTypeAction: action,
    },
  ],
  childRules: [
    { id: 6, name: "Tier", workflowRuleTypeId: 2, alwaysRun: true, groups: null, actions: null },
  ],
  tierData: "\u0000é{",
};
const rule = {
  id: 1,
  name: "Lamps",
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalObjectFieldId: null,
  globalDataTypeId: 1,
  rule: tree,
  fieldsUsedBySetToField: [],
  fieldsUsedByFormulas: [],
};

describe("MappingRule (api 2.15)", () => {
  test("children of children are read, null arrays become empty, unknown fields and handles are kept", () => {
    const read = z.parse(MappingRule, {
      ...rule,
      later: 1,
      rule: { ...tree, workflowRuleType: { id: 9, name: "?", handle: "graph" } },
    });
    expect(read).toMatchObject({ later: 1, rule: { workflowRuleType: { handle: "graph" } } });
    expect(read.rule?.childRules[0]).toMatchObject({
      name: "Tier",
      groups: [],
      actions: [],
      childRules: [],
    });
    expect(read.rule?.groups[1]?.conditions[0]?.childConditions[0]?.childConditions).toEqual([]);
  });

  test.each([
    ["a rule without its tree", { ...rule, rule: null }, true],
    ["no data type", { ...rule, globalDataTypeId: null }, false],
    ["a tree without a name", { ...rule, rule: { ...tree, name: undefined } }, false],
    [
      "an action without its field",
      { ...rule, rule: { ...tree, actions: [{ workflowDataTypeActionId: 1 }] } },
      false,
    ],
  ])("%s: %#", (_name, json, fits) => {
    expect(z.safeParse(MappingRule, json).success).toBe(fits);
  });

  // Every field name of api 2.15, so that a change cannot lose one.
  test.each([
    [
      "MappingRule",
      MappingRule,
      "id name description createdAt updatedAt eventId useOriginalInputValue globalObjectFieldId globalDataTypeId workflowRuleTypeId configured globalDataType rule fieldsUsedBySetToField fieldsUsedByFormulas",
    ],
    [
      "WorkflowRule",
      WorkflowRule,
      "id name createdAt updatedAt rank workflowRuleTypeId alwaysRun configured groups actions workflowRuleType enabled tierData createdByUserId modifiedByUserId childRules",
    ],
    [
      "condition",
      WorkflowRuleGroupCondition,
      "id rank globalObjectFieldId workflowDataTypeComparatorId preModifierDataTypeComparatorId condition condition2 condition3 condition4 fieldArrayMustMatchAll conditionArrayMustMatchAll metaData workflowDataTypeComparator preModifierDataTypeComparator childConditions",
    ],
    [
      "action",
      WorkflowRuleAction,
      "id globalObjectFieldId workflowDataTypeActionId value value2 value3 value4 rank metaData usesOtherFieldScope applyToMatchedOnly headerName workflowDataTypeAction childActions",
    ],
    [
      "comparator",
      WorkflowDataTypeComparator,
      "id globalDataTypeId name handle hideInput usesOtherField preModifier preModifierResultGlobalDataTypeId usesList",
    ],
    [
      "action kind",
      WorkflowDataTypeAction,
      "id name handle hideInput usesOtherField formula globalDataTypeId formulaCanRunAgainstGlobalObjectIds globalDataTypeFilterIds",
    ],
    [
      "request",
      UpdateOrCreateMappingRule,
      "id name description eventId useOriginalInputValue globalObjectFieldId globalDataTypeId rule",
    ],
  ] as const)("%s names every field", (_name, schema, fields) => {
    const json = z.toJSONSchema(schema, { io: "input" }) as {
      $ref?: string;
      properties?: object;
      $defs?: Record<string, { properties?: object }>;
    };
    const own = json.properties ?? json.$defs?.[json.$ref?.split("/").at(-1) ?? ""]?.properties;
    expect(Object.keys(own ?? {})).toEqual(fields.split(" "));
  });
});

describe("toMappingRuleRequest (api 4.6)", () => {
  test("returns a request that the strict schema accepts, in rank order, with ids and raw text kept", () => {
    const request = toMappingRuleRequest(z.parse(MappingRule, rule));
    expect(z.parse(UpdateOrCreateMappingRule, request)).toEqual(request);
    expect(request?.rule.groups.map(({ id }) => id)).toEqual([8, 9]);
    expect(request?.rule.groups[0]?.conditions[0]).toMatchObject({
      condition: " lamp ",
      metaData: '{"a": 1.0,"a":2}',
    });
    expect(request?.rule.tierData).toBe("\u0000é{");
    expect(request?.rule.childRules?.[0]?.id).toBe(6);
    expect(JSON.stringify(request)).not.toContain('workflowDataTypeComparator"');
  });

  test("a rule read without its tree cannot be sent back", () => {
    expect(toMappingRuleRequest(z.parse(MappingRule, { ...rule, rule: null }))).toBeUndefined();
  });
});

describe("UpdateOrCreateMappingRule (api 4.6)", () => {
  const request = toMappingRuleRequest(z.parse(MappingRule, rule));
  const withRule = (change: object) => ({ ...request, rule: { ...request?.rule, ...change } });
  test.each([
    ["an unknown field at the top", { ...request, rank: 1 }, ""],
    [
      "an unknown field in a child rule",
      withRule({ childRules: [{ ...request?.rule, mystery: 1 }] }),
      "rule.childRules.0",
    ],
    ["a group without conditions", withRule({ groups: [{}] }), "rule.groups.0.conditions"],
    [
      "an unknown scope",
      withRule({
        actions: [
          { globalObjectFieldId: 1, workflowDataTypeActionId: 1, usesOtherFieldScope: "some" },
        ],
      }),
      "rule.actions.0.usesOtherFieldScope",
    ],
    ["an id that is text", { ...request, id: "1" }, "id"],
    ["no event", { ...request, eventId: undefined }, "eventId"],
  ])("refuses %s", (_name, body, path) => {
    const paths = z
      .safeParse(UpdateOrCreateMappingRule, body)
      .error?.issues.map((issue) => issue.path.join("."));
    expect(paths).toContain(path);
  });

  test("alwaysRun is false unless given", () => {
    expect(
      z.parse(UpdateOrCreateMappingRule, withRule({ alwaysRun: undefined })).rule.alwaysRun,
    ).toBe(false);
  });
});

describe("guards", () => {
  test.each(lockedMappingRuleFields)(
    "%s can change before creation, and is locked with the reason after it",
    (field) => {
      expect(whyMappingRuleFieldLocked({ id: null }, field)).toBeUndefined();
      expect(whyMappingRuleFieldLocked({}, field)).toBeUndefined();
      expect(whyMappingRuleFieldLocked({ id: 4 }, field)).toContain(
        "can't be changed after creation",
      );
    },
  );

  test.each([
    [true, [], [], true],
    [false, [{ conditions: [1] }], [1], true],
    [false, [{ conditions: [] }], [1], false],
    [false, [{ conditions: [1] }], [], false],
    [false, [], [], false],
  ])(
    "always run %j, groups %j, actions %j: configured %j",
    (alwaysRun, groups, actions, configured) => {
      expect(isConfigured({ alwaysRun, groups, actions })).toBe(configured);
      expect(whyNotConfigured({ alwaysRun, groups, actions }) === undefined).toBe(configured);
    },
  );

  test("the missing parts are named", () => {
    expect(whyNotConfigured({ alwaysRun: false, groups: [], actions: [] })).toContain(
      "a condition and an action",
    );
  });
});

test("the save operation is the API's own, the others are extensions", () => {
  const { saveMappingRule, ...others } = mappingRuleOperations;
  expect([saveMappingRule.extension, saveMappingRule.section, saveMappingRule.tokens]).toEqual([
    false,
    "api 4.6",
    ["account", "source", "channel"],
  ]);
  expect(Object.values(others).map(({ extension }) => extension)).toEqual([true, true]);
});
