import { afterAll, beforeAll, expect, test } from "vitest";
import type { RuleAnalysisLine } from "#contract/rule-analysis.ts";
import type { RuleRunLine, RuleRunRequest } from "#contract/rule-runs.ts";
import { askCatalog } from "#gateway/testing/catalog-set-up.ts";
import { type ProductUpstream, startProductUpstream } from "#gateway/testing/product-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, post, type TestStorage } from "#gateway/testing/storage.ts";
import { actionId, comparatorId, dataTypeId, tableRecords } from "#rules/workflow-records.ts";

const start = Date.UTC(2026, 0, 1);
const count = 120;
const field = { title: 11, price: 12, cost: 13 } as const;

let storage: TestStorage;
let upstream: ProductUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  storage = await openTestStorage();
  upstream = await startProductUpstream();
  for (let id = 1; id <= count; id += 1)
    upstream.products.set(id, {
      id,
      updated: start + id * 1_000,
      more: {
        title: id % 3 === 0 ? "Lamp" : "Rug",
        variants: [{ channel_id: 1, reseller_product_parent_id: id, sku: `V-${id}`, price: 10 }],
      },
    });
  gateway = await storage.gateway(upstream.baseUrl, { copies: { share: 1 } });
  await askCatalog(gateway).until(({ phase }) => phase === "fresh");
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await storage.close();
});

const fieldOf = (
  id: number,
  globalObjectId: number,
  handle: string,
  type: "string" | "number",
) => ({
  id,
  globalObjectId,
  globalDataTypeId: dataTypeId(type),
  name: handle,
  handle,
  options: [],
});

/** Adds to the price of the variants of products whose title contains a text. */
const request = (
  text: string,
  more: Partial<RuleRunRequest> = {},
  operand = "2.005",
  action: "add" | "set" = "add",
) =>
  ({
    rule: {
      name: "Dearer",
      description: "",
      eventId: 1,
      useOriginalInputValue: false,
      globalDataTypeId: dataTypeId("number"),
      rule: {
        name: "Dearer",
        workflowRuleTypeId: 1,
        alwaysRun: false,
        enabled: true,
        groups: [
          {
            conditions: [
              {
                globalObjectFieldId: field.title,
                workflowDataTypeComparatorId: comparatorId("string_contains", "string"),
                condition: text,
              },
            ],
          },
        ],
        actions: [
          {
            globalObjectFieldId: field.price,
            workflowDataTypeActionId: actionId(action, "number"),
            value: operand,
          },
        ],
        childRules: [],
      },
    },
    workflow: {
      ...tableRecords(),
      events: [{ id: 1, name: "Import", globalObjectIds: [1, 2] }],
      globalObjects: [
        { id: 1, name: "Product", handle: "product", collection: false },
        { id: 2, name: "Variant", handle: "variant", collection: true },
      ],
      globalObjectFields: [
        fieldOf(field.title, 1, "title", "string"),
        fieldOf(field.price, 2, "price", "number"),
        fieldOf(field.cost, 2, "cost", "number"),
      ],
    },
    mappingSets: [],
    assumed: [],
    ...more,
  }) as unknown as RuleRunRequest;

const run = async (body: RuleRunRequest, channel = 1): Promise<RuleRunLine[]> => {
  const answered = await gateway.call(`/api/catalog/${channel}/rule-runs`, post(body));

  const text = await answered.text();
  expect([answered.status, text.slice(0, 600)]).toEqual([200, expect.any(String)]);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RuleRunLine);
};
const resultOf = (lines: readonly RuleRunLine[]) => {
  const last = lines.at(-1);
  if (last?.kind !== "result") throw new Error(JSON.stringify(last));
  return last.result;
};

test("a rule is tested on all products: progress, then counts and changed values with their variants", async () => {
  const lines = await run(request("lamp"));
  expect(lines.slice(0, -1).map(({ kind }) => kind)).toEqual(expect.arrayContaining(["progress"]));
  const result = resultOf(lines);
  expect(result).toMatchObject({ tested: count, matched: 40, changed: 40, values: 40 });
  expect(result.fields).toEqual([{ fieldId: field.price, count: 40 }]);
  expect(result.cells[0]).toEqual({
    recordId: 3,
    name: "P-3",
    detail: "Lamp",
    element: "V-3",
    fieldId: field.price,
    before: 10,
    after: 12.005,
  });
  expect(result.unrounded).toMatchObject({ count: 40, example: { recordId: 3 } });
});

test("an edited rule sees changed and removed products; another field is read when it is used", async () => {
  upstream.products.set(3, { id: 3, updated: start + 1e6, more: { title: "Rug" } });
  const catalog = askCatalog(gateway);
  await catalog.check();
  await expect.poll(async () => (await catalog.search({ text: "rug" })).total).toBe(81);
  expect(resultOf(await run(request("lamp", {}, "1")))).toMatchObject({ matched: 39, values: 39 });
  const assumed = [{ fieldId: field.cost, value: "7" }];
  const raise = request("lamp", { assumed }, "{variant.cost} + {variant.price}", "set");
  expect(resultOf(await run(raise)).cells[0]).toMatchObject({ before: 10, after: 17 });
});

test("tests wait for one another, and one that nobody waits for any more makes way", async () => {
  const leaving = new AbortController();
  const left = gateway
    .call("/api/catalog/1/rule-runs", { ...post(request("rug")), signal: leaving.signal })
    .then(async (answer) => answer.text());
  leaving.abort();
  const all = await Promise.all([run(request("rug")), run(request("lamp")), left.catch(() => "")]);
  expect(resultOf(all[0]).matched).toBe(81);
  expect(resultOf(all[1]).matched).toBe(39);
});

test.each([
  ["no rule", { rule: null }],
  ["a rule that is none", { rule: { rule: 5, useOriginalInputValue: false } }],
  ["lines that are no texts", { mappingSets: [{ id: 1, lines: [{ from: 1 }] }] }],
])("%s is refused", async (_, more) => {
  const body = { ...request("lamp"), ...more };
  const answered = await gateway.call("/api/catalog/1/rule-runs", post(body));
  expect(answered.status).toBe(400);
});

/** The findings of a rule for one brand or another, which also looks each title up. */
const analysis = (brand: string, lookupsIn: number | null = null) => {
  const { rule, workflow } = request(brand);
  const tree = rule.rule!;
  const [group] = tree.groups;
  const [condition] = group!.conditions;
  const equal = {
    ...condition,
    workflowDataTypeComparatorId: comparatorId("string_equal_to", "string"),
  };
  const lookUp = {
    globalObjectFieldId: field.title,
    workflowDataTypeActionId: actionId("mapping_set", "string"),
    value: "1",
  };
  const analyzed = {
    ...rule,
    eventId: 1,
    rule: {
      ...tree,
      alwaysRun: lookupsIn !== null,
      groups: [{ ...group, conditions: [equal] }],
      actions: [lookUp],
    },
  };
  const lines = [
    { from: "Lamp", to: "Leuchte" },
    { from: "Desk", to: "Tisch" },
  ];
  return { rules: [analyzed], workflow, mappingSets: [{ id: 1, name: "Words", lines }], lookupsIn };
};
const analyze = async (body: object, channel = 1) => {
  const answered = await gateway.call(`/api/catalog/${channel}/rule-analysis`, post(body));
  expect(answered.status).toBe(200);
  const lines = (await answered.text()).trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "") as RuleAnalysisLine;
  if (last.kind !== "result") throw new Error(JSON.stringify(last));
  return last.result;
};

test("rules are analyzed on all products: a finding has a product that shows it, and its part", async () => {
  const { of, findings, lookups } = await analyze(analysis("Lampe"));
  expect([of, lookups]).toEqual([count, null]);
  expect(findings).toEqual([
    expect.objectContaining({
      kind: "unknown",
      message: "No product has “Lampe” here. Did you mean “Lamp”, 39 products?",
      rule: 0,
      part: 2,
      witness: { id: 6, name: "P-6" },
      mend: { kind: "operand", label: "Use “Lamp”", part: 2, text: "Lamp" },
    }),
  ]);
});

test("what rules look up in a mapping set is counted in all products", async () => {
  const { of, lookups } = await analyze(analysis("", 1));
  expect([of, lookups]).toEqual([
    count,
    {
      lookedUp: count,
      unused: [{ from: "Desk", to: "Tisch" }],
      missed: [{ value: "Rug", count: 81 }],
      of: count,
    },
  ]);
});

test("a channel without products is tested on none", async () => {
  upstream.answerPages(({ channel }) => (channel === 2 ? [] : undefined));
  expect(resultOf(await run(request("lamp"), 2))).toMatchObject({ tested: 0, cells: [] });
});
