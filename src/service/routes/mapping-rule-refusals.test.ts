import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  UpdateOrCreateMappingRule,
  UpdateOrCreateWorkflowRule,
} from "#contract/mapping-rule-request.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import {
  action,
  condition,
  fieldId,
  mappingRule,
  postRule,
  workflowRule,
} from "#service/testing/rules.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const post = (body: unknown) => postRule(service, body);

/** A saved rule with a part on every level, as the request that sends it back. */
const savedRequest = async (): Promise<UpdateOrCreateMappingRule> => {
  const child = { childConditions: [condition("product.attributes", "string_exists")] };
  const groups = [
    { conditions: [condition("product.attributes", "attributes_default", "a", child)] },
  ];
  const actions = [
    action("product.attributes", "attribute_modify", "a", {
      childActions: [action("product.attributes", "trim")],
    }),
  ];
  const { rule } = await post(
    mappingRule({ groups, actions, childRules: [workflowRule({ groups, actions })] }),
  );
  const request = toMappingRuleRequest(rule);
  if (!request) throw new Error("The rule came without its tree");
  return request;
};

type Change = (rule: UpdateOrCreateWorkflowRule) => UpdateOrCreateWorkflowRule;
const ghost = 999_999;
const inFirst = <T>(list: readonly T[] | null | undefined, change: (item: T) => T): T[] =>
  (list ?? []).map((item, at) => (at === 0 ? change(item) : item));

const unknownIds: readonly (readonly [level: string, path: string, change: Change])[] = [
  ["rule", "rule.id", (rule) => ({ ...rule, id: ghost })],
  [
    "group",
    "rule.groups.0.id",
    (rule) => ({ ...rule, groups: inFirst(rule.groups, (group) => ({ ...group, id: ghost })) }),
  ],
  [
    "condition",
    "rule.groups.0.conditions.0.id",
    (rule) => ({
      ...rule,
      groups: inFirst(rule.groups, (group) => ({
        ...group,
        conditions: inFirst(group.conditions, (part) => ({ ...part, id: ghost })),
      })),
    }),
  ],
  [
    "child condition",
    "rule.groups.0.conditions.0.childConditions.0.id",
    (rule) => ({
      ...rule,
      groups: inFirst(rule.groups, (group) => ({
        ...group,
        conditions: inFirst(group.conditions, (part) => ({
          ...part,
          childConditions: inFirst(part.childConditions, (child) => ({ ...child, id: ghost })),
        })),
      })),
    }),
  ],
  [
    "action",
    "rule.actions.0.id",
    (rule) => ({ ...rule, actions: inFirst(rule.actions, (part) => ({ ...part, id: ghost })) }),
  ],
  [
    "child action",
    "rule.actions.0.childActions.0.id",
    (rule) => ({
      ...rule,
      actions: inFirst(rule.actions, (part) => ({
        ...part,
        childActions: inFirst(part.childActions, (child) => ({ ...child, id: ghost })),
      })),
    }),
  ],
  [
    "child rule",
    "rule.childRules.0.id",
    (rule) => ({
      ...rule,
      childRules: inFirst(rule.childRules, (child) => ({ ...child, id: ghost })),
    }),
  ],
  [
    "group of a child rule",
    "rule.childRules.0.groups.0.id",
    (rule) => ({
      ...rule,
      childRules: inFirst(rule.childRules, (child) => ({
        ...child,
        groups: inFirst(child.groups, (group) => ({ ...group, id: ghost })),
      })),
    }),
  ],
];

describe("fault 44: ids that the rule does not have", () => {
  test.each(unknownIds)(
    "of a %s are refused at %s, and nothing is written",
    async (_level, path, change) => {
      const request = await savedRequest();
      const before = await service.call(`/workflow/mapping-rule?ids=${request.id}`);
      const { status, issues } = await post({
        ...request,
        name: "Changed",
        rule: change(request.rule),
      });
      expect(status).toBe(400);
      expect(issues).toEqual([{ path, message: expect.stringContaining(`${ghost}`) }]);
      expect((await service.call(`/workflow/mapping-rule?ids=${request.id}`)).text).toBe(
        before.text,
      );
    },
  );

  test("of another rule, or of another kind, are unknown too", async () => {
    const [mine, other] = [await savedRequest(), await savedRequest()];
    const taken = await post({ ...mine, rule: { ...mine.rule, groups: other.rule.groups } });
    expect(taken.paths).toEqual([
      "rule.groups.0.id",
      "rule.groups.0.conditions.0.id",
      "rule.groups.0.conditions.0.childConditions.0.id",
    ]);
    const wrongKind = await post({
      ...mine,
      rule: { ...mine.rule, groups: [{ id: mine.rule.actions[0]?.id, conditions: [] }] },
    });
    expect(wrongKind.paths).toEqual(["rule.groups.0.id"]);
  });

  test("cannot be set in a rule that is created", async () => {
    const { issues } = await post({ ...(await savedRequest()), id: null });
    expect(issues).toHaveLength(12);
    expect(issues[0]?.message).toContain("in a new mapping rule");
  });

  test("cannot be duplicated", async () => {
    const mine = await savedRequest();
    const { paths } = await post({
      ...mine,
      rule: { ...mine.rule, actions: [...mine.rule.actions, ...mine.rule.actions] },
    });
    expect(paths).toEqual(["rule.actions.1.id", "rule.actions.1.childActions.0.id"]);
  });

  test("of the mapping rule itself are named", async () => {
    const { status, issues } = await post({ ...mappingRule(), id: ghost });
    expect([status, issues]).toEqual([
      400,
      [{ path: "id", message: `There is no mapping rule ${ghost}` }],
    ]);
  });
});

describe("fields that are fixed after creation (api 4.6)", () => {
  test.each([
    ["eventId", { eventId: 2 }],
    ["globalObjectFieldId", { globalObjectFieldId: fieldId("product.sku") }],
    ["globalDataTypeId", { globalDataTypeId: 2 }],
  ])("%s is refused with the reason", async (path, change) => {
    const request = await savedRequest();
    const { status, issues } = await post({ ...request, ...change });
    expect(status).toBe(400);
    expect(issues).toEqual([
      { path, message: expect.stringContaining("can't be changed after creation") },
    ]);
  });

  test("an assigned field that is left out stays, and cannot be removed", async () => {
    const created = await post(mappingRule({}, { globalObjectFieldId: fieldId("product.title") }));
    const { globalObjectFieldId: _left, ...request } =
      toMappingRuleRequest(created.rule) ?? mappingRule();
    expect((await post({ ...request, name: "B" })).rule).toMatchObject({
      name: "B",
      globalObjectFieldId: fieldId("product.title"),
    });
    expect((await post({ ...request, globalObjectFieldId: null })).paths).toEqual([
      "globalObjectFieldId",
    ]);
  });
});

test("unknown references, locked fields and unknown ids are reported all at once", async () => {
  const request = await savedRequest();
  const { paths } = await post({
    ...request,
    eventId: 99,
    globalDataTypeId: 2,
    rule: {
      ...request.rule,
      workflowRuleTypeId: 9,
      actions: [{ id: ghost, globalObjectFieldId: 98, workflowDataTypeActionId: 97 }],
    },
  });
  expect(paths).toEqual([
    "eventId",
    "globalDataTypeId",
    "eventId",
    "rule.actions.0.id",
    "rule.workflowRuleTypeId",
    "rule.actions.0.globalObjectFieldId",
    "rule.actions.0.workflowDataTypeActionId",
  ]);
});
