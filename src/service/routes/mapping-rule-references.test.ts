import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

describe("references that the workflow does not have", () => {
  const withCondition = (change: object) =>
    mappingRule({
      groups: [{ conditions: [{ ...condition("product.title", "string_exists"), ...change }] }],
    });
  const withAction = (change: object) =>
    mappingRule({ actions: [{ ...action("product.title", "trim"), ...change }] });
  const note = String(fieldId("purchase_order.note"));
  test.each([
    ["event", mappingRule({}, { eventId: 99 }), ["eventId"]],
    ["data type", mappingRule({}, { globalDataTypeId: 99 }), ["globalDataTypeId"]],
    ["assigned field", mappingRule({}, { globalObjectFieldId: 99 }), ["globalObjectFieldId"]],
    ["rule type", mappingRule({ workflowRuleTypeId: 9 }), ["rule.workflowRuleTypeId"]],
    [
      "field of a condition",
      withCondition({ globalObjectFieldId: 99 }),
      ["rule.groups.0.conditions.0.globalObjectFieldId"],
    ],
    [
      "comparator",
      withCondition({ workflowDataTypeComparatorId: 99 }),
      ["rule.groups.0.conditions.0.workflowDataTypeComparatorId"],
    ],
    [
      "pre-modifier",
      withCondition({ preModifierDataTypeComparatorId: 99 }),
      ["rule.groups.0.conditions.0.preModifierDataTypeComparatorId"],
    ],
    [
      "pre-modifier that is none",
      withCondition({
        preModifierDataTypeComparatorId: condition("product.title", "string_exists")
          .workflowDataTypeComparatorId,
      }),
      ["rule.groups.0.conditions.0.preModifierDataTypeComparatorId"],
    ],
    [
      "other field of a condition",
      withCondition(condition("product.title", "string_equals_field", "99")),
      ["rule.groups.0.conditions.0.condition"],
    ],
    [
      "field of an action",
      withAction({ globalObjectFieldId: 99 }),
      ["rule.actions.0.globalObjectFieldId"],
    ],
    [
      "action",
      withAction({ workflowDataTypeActionId: 99 }),
      ["rule.actions.0.workflowDataTypeActionId"],
    ],
    [
      "other field of an action",
      withAction(action("product.title", "set_to_field", "99")),
      ["rule.actions.0.value"],
    ],
    [
      "field of a formula",
      withAction({
        ...action("variant.price", "set", "{variant.price} + {variant.nonsense}"),
        workflowDataTypeActionId: 3702,
      }),
      ["rule.actions.0.value"],
    ],
    [
      "field of an object that the event does not have",
      withAction(action("purchase_order.note", "trim")),
      ["rule.actions.0.globalObjectFieldId"],
    ],
    [
      "other field of an action, of an object that the event does not have",
      withAction(action("product.title", "set_to_field", note)),
      ["rule.actions.0.value"],
    ],
    [
      "other field of a condition, of an object that the event does not have",
      withCondition(condition("product.title", "string_equals_field", note)),
      ["rule.groups.0.conditions.0.condition"],
    ],
    [
      "field deep in a child rule",
      mappingRule({
        childRules: [
          workflowRule({
            childRules: [
              workflowRule({
                actions: [{ ...action("product.title", "trim"), globalObjectFieldId: 99 }],
              }),
            ],
          }),
        ],
      }),
      ["rule.childRules.0.childRules.0.actions.0.globalObjectFieldId"],
    ],
  ])("%s", async (_name, request, expected) => {
    const { status, paths } = await post(request);
    expect([status, paths]).toEqual([400, expected]);
  });

  test("are none if the event has the object, or if the operand is a text", async () => {
    const number = "purchase_order.purchaseOrderNumber";
    const { status } = await post(
      mappingRule(
        {
          groups: [{ conditions: [condition(number, "string_equals_field", note)] }],
          actions: [
            action(number, "set_to_field", note),
            action(number, "set", String(fieldId("product.title"))),
          ],
        },
        { eventId: 4 },
      ),
    );
    expect(status).toBe(200);
  });
});
