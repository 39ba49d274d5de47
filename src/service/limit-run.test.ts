import { afterAll, beforeAll, expect, test } from "vitest";
import type { Issue } from "#contract/errors.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { action, condition, fieldId, mappingRule } from "#service/testing/rules.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** The response to a run of a rule that is created for it. */
const run = async (rule: UpdateOrCreateMappingRule, objects: object, value?: unknown) => {
  const post = (path: string, body: object) => service.call(path, { method: "POST", body });
  const { id } = (await post("/workflow/mapping-rule", rule)).json as MappingRule;
  const body = { mappingRuleIds: [id], objects, ...(value === undefined ? {} : { value }) };
  const { status, json } = await post("/workflow/mapping-rule/run", body);
  return { status, issues: (json as { issues?: Issue[] }).issues };
};

const always = (...actions: ReturnType<typeof action>[]) =>
  mappingRule({ alwaysRun: true, groups: [], actions });

const tooMuch = "Too much data for this many rules. Use fewer records or fewer rules";
const tooLarge = "The result is too large to return";
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const field = (reference: string) => String(fieldId(reference));
const orderRule = (...actions: ReturnType<typeof action>[]) => ({
  ...always(...actions),
  eventId: 4,
});
const all = { usesOtherFieldScope: "all" } as const;
const equalTo = (reference: string) =>
  mappingRule({
    groups: [{ conditions: [condition("product.title", "string_equals_field", field(reference))] }],
  });
const tagged = (operand: string) =>
  mappingRule({
    groups: [{ conditions: [condition("product.tags", "tag_contains", operand)] }],
  });

test.each<[string, string, UpdateOrCreateMappingRule, object]>([
  [
    "many elements for many actions",
    tooMuch,
    always(...many(100, action("variant.title", "trim"))),
    { variant: many(1_000, { title: "a" }) },
  ],
  [
    "texts of several fields",
    tooLarge,
    always(
      action("variant.title", "left_pad", "100000"),
      action("variant.sku", "left_pad", "100000"),
    ),
    { variant: many(100, { title: "a", sku: "b" }) },
  ],
  [
    "a long text in place of each short one",
    tooLarge,
    always(action("variant.title", "replace", "a", { value2: "Ж".repeat(50_000) })),
    { variant: many(24_990, { title: "aa" }) },
  ],
  [
    "a long text for each entry of one list",
    tooLarge,
    always(action("product.title", "left_pad", "100000")),
    { product: { title: many(50_000, "a") } },
  ],
  [
    "a text for the child action of each element",
    tooLarge,
    orderRule(
      action("purchase_order_item.attributes", "custom_field_add", "a", {
        childActions: [action("purchase_order_item.attributes", "left_pad", "100000")],
      }),
    ),
    { purchase_order_item: many(1_000, { attributes: [] }) },
  ],
  [
    "a long name of an entry in each element",
    tooLarge,
    orderRule(action("purchase_order_item.attributes", "custom_field_add", "n".repeat(500_000))),
    { purchase_order_item: many(10_000, { attributes: {} }) },
  ],
  [
    "texts that are shortened again",
    tooLarge,
    always(
      action("variant.title", "left_pad", "100000"),
      action("variant.title", "substring", "0", { value2: "1" }),
    ),
    { variant: many(1_000, { title: "a" }) },
  ],
  [
    "the texts of all elements in each",
    tooMuch,
    always(action("variant.title", "postfix_with_field", field("variant.sku"), all)),
    { variant: many(24_990, { title: "a", sku: "b" }) },
  ],
  [
    "the numbers of all elements for each",
    tooMuch,
    always(action("variant.price", "multiply_by_field", field("variant.cost"), all)),
    { variant: many(20_000, { price: 1, cost: 9.999999999999998 }) },
  ],
  [
    "the texts of another object for each element",
    tooMuch,
    equalTo("variant.sku"),
    { product: many(6_000, { title: "a" }), variant: many(6_000, { sku: "b" }) },
  ],
  [
    "another text for each entry of one list",
    tooMuch,
    equalTo("variant.sku"),
    { product: { title: many(20_000, "a") }, variant: [{ sku: many(20_000, "b") }] },
  ],
  [
    "a long list for each element",
    tooMuch,
    always(action("product.tags", "set", ",".repeat(400_000))),
    { product: many(20_000, { tags: [] }) },
  ],
  [
    "a long formula for each element",
    tooMuch,
    always(action("variant.price", "set", `0${"+0".repeat(200_000)}`)),
    { variant: many(20_000, { price: 1 }) },
  ],
  [
    "a long condition for each element",
    tooMuch,
    tagged(JSON.stringify(many(80_000, "a"))),
    { product: many(12_000, { tags: [] }) },
  ],
  [
    "a text that grows for many actions",
    tooMuch,
    always(
      action("product.title", "left_pad", "100000"),
      ...many(4_000, action("product.title", "uppercase")),
    ),
    { product: { title: "a" } },
  ],
])("fault 18: a run is refused: %s", async (_, message, request, objects) => {
  const issues = [{ path: "objects", message }];
  expect(await run(request, objects)).toEqual({ status: 400, issues });
});

test("fault 18: a run is refused: a long list as the template's value", async () => {
  const request = always(...many(400, action("product.title", "trim")));
  const assigning = { ...request, globalObjectFieldId: fieldId("product.title") };
  const issues = [{ path: "objects", message: tooMuch }];
  expect(await run(assigning, {}, many(90_000, "a"))).toEqual({ status: 400, issues });
});

test.each<[string, UpdateOrCreateMappingRule, object]>([
  [
    "each element with its own field",
    always(action("variant.title", "postfix_with_field", field("variant.sku"))),
    { variant: many(20_000, { title: "a", sku: "b" }) },
  ],
  [
    "all elements for one",
    always(action("product.title", "set_to_field", field("variant.sku"), { value2: " " })),
    { product: { title: "a" }, variant: many(20_000, { sku: "b" }) },
  ],
  [
    "many actions on one product",
    always(...many(4_000, action("product.title", "uppercase"))),
    { product: { title: "a".repeat(10_000) } },
  ],
])("a run is not refused: %s", async (_, request, objects) => {
  expect((await run(request, objects)).status).toBe(200);
});
