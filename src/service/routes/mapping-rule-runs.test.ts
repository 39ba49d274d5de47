import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Issue } from "#contract/errors.ts";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { action, condition, fieldId, mappingRule } from "#service/testing/rules.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: () => new Date("2026-01-10T12:00:00Z") });
});
afterAll(() => service.close());

const create = async (request: UpdateOrCreateMappingRule): Promise<number> => {
  const { json } = await service.call("/workflow/mapping-rule", { method: "POST", body: request });
  return (json as MappingRule).id;
};

const always = (...actions: ReturnType<typeof action>[]) =>
  mappingRule({ alwaysRun: true, groups: [], actions });

const run = async (mappingRuleIds: number[], objects: object, value?: unknown) => {
  const body = { mappingRuleIds, objects, ...(value === undefined ? {} : { value }) };
  const { status, json } = await service.call("/workflow/mapping-rule/run", {
    method: "POST",
    body,
  });
  return { status, json, issues: (json as { issues?: Issue[] }).issues ?? [] };
};

describe("POST /workflow/mapping-rule/run (neighbours)", () => {
  test("returns the same shape, transformed in the rules' rank order, whatever order they are named in", async () => {
    const first = await create(always(action("product.title", "postfix", "1")));
    const second = await create(always(action("product.title", "postfix", "2")));
    const { status, json } = await run([second, first], { product: { title: "a", brand: "B" } });
    expect(status).toBe(200);
    expect(json).toEqual({
      mappingRuleIds: [second, first],
      objects: { product: { title: "a12", brand: "B" } },
    });
  });

  test("processes a product as the API returns it, element by element", async () => {
    const id = await create(
      mappingRule({
        groups: [{ conditions: [condition("variant.price", "less_than", "10")] }],
        actions: [action("variant.price", "percent_change", "10", { applyToMatchedOnly: true })],
      }),
    );
    const { json } = await run([id], {
      product: { id: 1 },
      variant: [{ price: 9.99 }, { price: 20 }],
    });
    expect(json).toMatchObject({ objects: { variant: [{ price: 10.989 }, { price: 20 }] } });
  });

  test("transforms the template's value as the assigned field", async () => {
    const request = always(action("product.title", "uppercase"));
    const id = await create({ ...request, globalObjectFieldId: fieldId("product.title") });
    expect((await run([id], {}, "lamp")).json).toMatchObject({ objects: {}, value: "LAMP" });
  });

  test("looks values up in the mapping sets that the rules name", async () => {
    const set = await service.call("/mapping-set", { method: "POST", body: { name: "Colours" } });
    const { id: setId } = set.json as { id: number };
    await service.call(`/mapping-set/${setId}/item`, {
      method: "POST",
      body: [{ fromValue: "GRN", toValue: "Green" }],
    });
    const id = await create(always(action("product.title", "mapping_set", String(setId))));
    expect((await run([id], { product: { title: "grn" } })).json).toMatchObject({
      objects: { product: { title: "Green" } },
    });
  });

  test.each<[string, text: string, count: number, refused: string | undefined]>([
    ["as many items as a run can use", "x", 100_000, undefined],
    ["one more", "x", 100_001, "100001 items"],
    ["as many characters as a run can use", "x".repeat(9_994), 1_000, undefined],
    ["more", "x".repeat(10_000), 1_000, "10006000 characters"],
  ])("mapping sets with %s", async (_name, text, count, refused) => {
    const set = await service.call("/mapping-set", { method: "POST", body: { name: "Large" } });
    const { id: setId } = set.json as { id: number };
    await service.sql`
      insert into service.mapping_set_items (mapping_set_id, from_value, to_value, created_at, updated_at)
      select ${setId}::bigint, ${text} || lpad(number::text, 6, '0'), null, now(), now()
      from generate_series(1, ${count}) as number`;
    const id = await create(always(action("product.title", "mapping_set", String(setId))));
    const answer = await run([id], { product: { title: "grn" } });
    const message = expect.stringContaining(`The mapping sets of these rules have ${refused},`);
    const issues = refused === undefined ? [] : [{ path: "mappingRuleIds", message }];
    expect([answer.status, answer.issues]).toEqual([refused === undefined ? 200 : 400, issues]);
  });

  test("dates are relative to the time of the request", async () => {
    const groups = [{ conditions: [condition("product.updated_at", "date_older_than", "5")] }];
    const id = await create(
      mappingRule({ groups, actions: [action("product.title", "set", "old")] }),
    );
    const title = async (updated_at: string) =>
      (await run([id], { product: { title: "new", updated_at } })).json;
    expect(await title("2026-01-05T11:00:00Z")).toMatchObject({
      objects: { product: { title: "old" } },
    });
    expect(await title("2026-01-06")).toMatchObject({ objects: { product: { title: "new" } } });
  });

  test("saves nothing", async () => {
    const id = await create(always(action("product.title", "trim")));
    const before = await service.call("/workflow/mapping-rule");
    await run([id], { product: { title: " a " } });
    expect((await service.call("/workflow/mapping-rule")).text).toBe(before.text);
  });

  test("no rules change nothing, and unknown objects stay unchanged", async () => {
    expect((await run([], { ship: { mast: 1 } }, null)).json).toEqual({
      mappingRuleIds: [],
      objects: { ship: { mast: 1 } },
      value: null,
    });
  });

  test("unknown rules are named", async () => {
    const { status, issues } = await run([1, 999_999], {});
    expect(status).toBe(400);
    expect(issues).toEqual([
      { path: "mappingRuleIds.1", message: "There is no mapping rule 999999" },
    ]);
  });
});
