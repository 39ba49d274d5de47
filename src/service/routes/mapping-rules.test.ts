import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Issue } from "#contract/errors.ts";
import { actionHandles, comparatorHandles, dataTypeHandles } from "#contract/handles.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { WorkflowMetaData } from "#contract/workflow-meta-data.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { action, condition, fieldId, mappingRule, workflowRule } from "#service/testing/rules.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const post = (body: unknown) => service.call("/workflow/mapping-rule", { method: "POST", body });

const saved = async (request: UpdateOrCreateMappingRule): Promise<MappingRule> => {
  const answer = await post(request);
  expect(answer.status, answer.text).toBe(200);
  return z.parse(MappingRule, answer.json);
};

const readRule = async (id: number): Promise<MappingRule> => {
  const answer = await service.call(`/workflow/mapping-rule?ids=${id}`);
  const [rule] = z.parse(z.array(MappingRule), answer.json);
  if (!rule) throw new Error(`Mapping rule ${id} is gone`);
  return rule;
};

/** The request that sends a rule back; every rule here has its tree. */
const sendBack = (rule: MappingRule): UpdateOrCreateMappingRule => {
  const request = toMappingRuleRequest(rule);
  if (!request) throw new Error("The rule came without its tree");
  return request;
};

const everything = mappingRule(
  {
    groups: [
      {
        conditions: [
          condition("product.title", "string_contains", " lamp ", {
            metaData: '{"a": 1.0,"a":2}\r\n',
            preModifierDataTypeComparatorId: null,
            fieldArrayMustMatchAll: true,
          }),
          condition("product.attributes", "attributes_default", "Wood", {
            childConditions: [
              condition("product.attributes", "string_equal_to", "Oak", { condition4: "é🧵" }),
            ],
          }),
        ],
      },
      { conditions: [] },
    ],
    actions: [
      action("variant.price", "add_field", String(fieldId("variant.cost")), {
        usesOtherFieldScope: "filtered",
        applyToMatchedOnly: true,
        headerName: "Price",
        value4: "",
      }),
      action("product.attributes", "attribute_modify", "Wood", {
        childActions: [action("product.attributes", "uppercase")],
      }),
    ],
    childRules: [
      workflowRule({
        name: "Tier",
        workflowRuleTypeId: 2,
        childRules: [workflowRule({ enabled: false })],
      }),
    ],
    tierData: "{ not json \t é",
  },
  { globalObjectFieldId: fieldId("product.title"), description: "Every part there is" },
);

describe("saving (api 4.6)", () => {
  test("creates with ids, ranks and the catalog's records on every level", async () => {
    const rule = await saved(everything);
    expect(rule).toMatchObject({
      eventId: 1,
      workflowRuleTypeId: 1,
      configured: true,
      globalDataType: { handle: "string" },
    });
    const parts = rule.rule ? listRuleParts(rule.rule) : [];
    expect(parts).toHaveLength(17);
    expect(new Set(parts.map(({ part: { id } }) => id)).size).toBe(17);
    expect(rule.rule?.groups.map(({ rank }) => rank)).toEqual([1, 2]);
    expect(rule.rule?.actions.map(({ rank }) => rank)).toEqual([1, 2]);
    expect(rule.rule?.groups[0]?.conditions[1]?.childConditions[0]).toMatchObject({
      rank: 1,
      condition4: "é🧵",
      workflowDataTypeComparator: { handle: "string_equal_to", usesOtherField: false },
      preModifierDataTypeComparator: null,
    });
    expect(rule.rule?.actions[1]?.childActions[0]?.workflowDataTypeAction).toMatchObject({
      handle: "uppercase",
      hideInput: true,
    });
    expect(rule.rule?.childRules[0]).toMatchObject({
      workflowRuleType: { handle: "tier" },
      enabled: true,
      configured: true,
    });
  });

  test("a rule that is read and sent back is saved unchanged, to the byte and to the time", async () => {
    const first = await saved(everything);
    expect(await readRule(first.id)).toEqual(first);
    const again = await saved(sendBack(first));
    expect(again).toEqual(first);
    expect(again.rule?.groups[0]?.conditions[0]).toMatchObject({
      condition: " lamp ",
      metaData: '{"a": 1.0,"a":2}\r\n',
    });
    expect(again.rule?.tierData).toBe("{ not json \t é");
    expect(sendBack(again)).toEqual(sendBack(first));
  });

  test("an update keeps ids, adds new parts, removes missing ones, and ranks by order", async () => {
    const before = await saved(everything);
    const request = sendBack(before);
    const [group, empty] = request.rule.groups;
    const child = request.rule.childRules?.[0];
    const after = await saved({
      ...request,
      rule: {
        ...request.rule,
        groups: [
          empty ?? { conditions: [] },
          {
            ...group,
            conditions: [
              condition("product.brand", "string_exists"),
              ...(group?.conditions ?? []).slice(1),
            ],
          },
        ],
        actions: request.rule.actions.slice(1),
        childRules: child ? [child] : [],
      },
    });
    expect(after.rule?.groups.map(({ id, rank }) => [id, rank])).toEqual([
      [empty?.id, 1],
      [group?.id, 2],
    ]);
    const [added, kept, ...none] = after.rule?.groups[1]?.conditions ?? [];
    expect(none).toEqual([]);
    expect(kept?.id).toBe(group?.conditions[1]?.id);
    expect(added?.id).toBeGreaterThan(
      Math.max(...(before.rule ? listRuleParts(before.rule) : []).map(({ part }) => part.id ?? 0)),
    );
    expect(after.rule?.actions.map(({ id, rank }) => [id, rank])).toEqual([
      [request.rule.actions[1]?.id, 1],
    ]);
    expect(after.createdAt).toBe(before.createdAt);
    // Nothing changed inside the child rule, so its time did not either.
    expect(after.rule?.childRules[0]?.updatedAt).toBe(before.rule?.childRules[0]?.updatedAt);
    expect(await readRule(before.id)).toEqual(after);
  });

  test("parts may move: a condition into another group keeps its id", async () => {
    const before = sendBack(
      await saved(
        mappingRule({
          groups: [{ conditions: [condition("product.sku", "string_exists")] }, { conditions: [] }],
        }),
      ),
    );
    const [first, second] = before.rule.groups;
    const groups = [
      { ...first, conditions: [] },
      { ...second, conditions: first?.conditions ?? [] },
    ];
    const after = await saved({ ...before, rule: { ...before.rule, groups } });
    expect(after.rule?.groups[1]?.conditions[0]?.id).toBe(first?.conditions[0]?.id);
  });

  test.each([
    ["at least one action and one condition", {}, true],
    ["no action", { actions: [] }, false],
    ["no condition", { groups: [{ conditions: [] }] }, false],
    ["always run", { alwaysRun: true, actions: [], groups: [] }, true],
  ])("configured: %s", async (_name, rule, configured) => {
    const answer = await saved(mappingRule(rule));
    expect([answer.configured, answer.rule?.configured]).toEqual([configured, configured]);
  });

  test("lists the fields that set_to_field and formulas use, child rules included", async () => {
    const [cost, fee] = [fieldId("variant.cost"), fieldId("variant.estimated_dropship_fee")];
    const formula = action(
      "variant.price",
      "set",
      "({variant.cost} + {variant.estimated_dropship_fee}) * 1.35",
      { workflowDataTypeActionId: 3702 },
    );
    const rule = await saved(
      mappingRule({
        actions: [
          action("variant.title", "set_to_field", String(fieldId("product.title"))),
          formula,
        ],
        childRules: [
          workflowRule({ actions: [action("variant.sale_price", "set_to_field", String(cost))] }),
        ],
      }),
    );
    expect(rule.fieldsUsedBySetToField).toEqual([fieldId("product.title"), cost]);
    expect(rule.fieldsUsedByFormulas).toEqual([cost, fee]);
  });

  test("a formula for the template's value counts where the rule's type is a number", async () => {
    const actions = [action("mapping.value", "set", "{variant.cost} * 2")];
    const used = async (globalDataTypeId: number) =>
      (await saved(mappingRule({ actions }, { globalDataTypeId }))).fieldsUsedByFormulas;
    expect(await used(2)).toEqual([fieldId("variant.cost")]);
    expect(await used(1)).toEqual([]);
  });
});

describe("the list (neighbours)", () => {
  test("is in the order of running, by ids, and without trees if requested", async () => {
    const [one, two] = [await saved(mappingRule()), await saved(mappingRule())];
    const list = async (query: string) =>
      (await service.call(`/workflow/mapping-rule?${query}`)).json as MappingRule[];
    expect((await list(`ids=${two.id},${one.id},999999`)).map(({ id }) => id)).toEqual([
      one.id,
      two.id,
    ]);
    expect((await list(`ids=${one.id}&includeWorkflowRules=false`))[0]).toMatchObject({
      id: one.id,
      rule: null,
      configured: true,
    });
    const ranks = (await list("fetchAll=true")).map(({ rule }) => rule?.rank ?? 0);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(await list("ids=999999")).toEqual([]);
  });

  test.each(["ids=x", "ids=1,,2", "ids=-1", "ids=1;drop"])("?%s is refused", async (query) => {
    expect((await service.call(`/workflow/mapping-rule?${query}`)).status).toBe(400);
  });
});

describe("the workflow's metadata (neighbours)", () => {
  test("has every handle, unique ids, and valid references", async () => {
    const { json } = await service.call("/workflow/meta-data");
    const data = z.parse(WorkflowMetaData, json);
    expect(new Set(data.comparators.map(({ handle }) => handle))).toEqual(
      new Set(comparatorHandles),
    );
    expect(new Set(data.actions.map(({ handle }) => handle))).toEqual(new Set(actionHandles));
    expect(data.dataTypes.map(({ handle }) => handle)).toEqual([...dataTypeHandles]);
    for (const records of Object.values(data))
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    const types = new Set(data.dataTypes.map(({ id }) => id));
    const typed = [...data.comparators, ...data.actions, ...data.globalObjectFields];
    expect(typed.filter(({ globalDataTypeId }) => !types.has(globalDataTypeId ?? 0))).toEqual([]);
    const objects = new Set(data.globalObjects.map(({ id }) => id));
    expect(
      data.globalObjectFields.filter(({ globalObjectId }) => !objects.has(globalObjectId)),
    ).toEqual([]);
    expect(
      data.events
        .flatMap(({ globalObjectIds }) => globalObjectIds)
        .filter((id) => !objects.has(id)),
    ).toEqual([]);
    // Every type has a comparator or an action somewhere; inherited stays out of the check.
    const used = new Set(typed.map(({ globalDataTypeId }) => globalDataTypeId));
    expect([...types].filter((id) => !used.has(id))).toEqual([]);
  });
});

describe("permissions (api 5)", () => {
  test("saving lists all three token types, the extensions are the account's", async () => {
    const token = await service.tokenOf({ type: "channel", ownerId: 1 });
    expect(
      (await service.call("/workflow/mapping-rule", { method: "POST", token, body: mappingRule() }))
        .status,
    ).toBe(200);
    expect((await service.call("/workflow/mapping-rule", { token })).status).toBe(403);
    expect((await service.call("/workflow/meta-data", { token })).status).toBe(403);
  });
});

test("issues are a list of places and messages", async () => {
  const { json } = await post(mappingRule({}, { eventId: 99 }));
  expect((json as { issues: Issue[] }).issues).toEqual([
    { path: "eventId", message: "There is no event 99" },
  ]);
});
