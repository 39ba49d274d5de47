import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UpdateOrCreateWorkflowRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { action, condition, mappingRule, postRule, workflowRule } from "#service/testing/rules.ts";
import { startTestService, type TestService } from "#service/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const post = (body: unknown) => postRule(service, body);

describe("fault 18: oversized bodies", () => {
  const conditions = (count: number) =>
    Array.from({ length: count }, () => condition("product.sku", "string_exists"));
  const nested = (depth: number): UpdateOrCreateWorkflowRule =>
    workflowRule({ childRules: depth === 0 ? [] : [nested(depth - 1)] });
  test.each([
    [
      "as many parts as a rule can hold",
      mappingRule({ groups: [{ conditions: conditions(4_997) }] }),
      200,
    ],
    ["one more", mappingRule({ groups: [{ conditions: conditions(4_998) }] }), 400],
    ["child rules as deep as JSON may nest", mappingRule(nested(12)), 200],
    ["deeper", mappingRule(nested(16)), 400],
  ])("%s", async (_name, request, status) => {
    expect((await post(request)).status).toBe(status);
  });

  test("more unknown fields than a response lists are counted", async () => {
    const formula = Array.from({ length: 3_000 }, (_, at) => `{variant.x${at}}`).join("+");
    const { status, issues } = await post(
      mappingRule({ actions: [action("variant.price", "set", formula)] }),
    );
    expect([status, issues.length]).toEqual([400, 1_001]);
    expect(issues.at(-1)?.message).toBe("and 2000 more issues");
  });

  test.each([
    ["an unknown field", { ...mappingRule(), rank: 1 }, "rank"],
    ["a field of the answer", mappingRule({ configured: true } as object), "rule.configured"],
    [
      "a text where a list belongs",
      { ...mappingRule(), rule: { ...workflowRule(), groups: "all" } },
      "rule.groups",
    ],
    ["NUL, which no database keeps", mappingRule({ tierData: "a\0b" }), "rule.tierData"],
    ["half a character", mappingRule({ tierData: "\ud800" }), "rule.tierData"],
  ])("%s", async (_name, request, path) => {
    const { status, paths } = await post(request);
    expect([status, paths]).toEqual([400, [path]]);
  });
});

describe("fault 41: several writers", () => {
  test("of one rule are serialized: each response was whole, and the last one stays", async () => {
    const request = toMappingRuleRequest((await post(mappingRule())).rule) ?? mappingRule();
    const second = await service.another();
    const saves = Array.from({ length: 8 }, (_, at) => {
      const body = {
        ...request,
        name: `Writer ${at}`,
        rule: {
          ...request.rule,
          actions: [
            ...request.rule.actions,
            ...Array.from({ length: at }, () => action("product.sku", "trim")),
          ],
        },
      };
      return (at % 2 ? second : service).call("/workflow/mapping-rule", { method: "POST", body });
    });
    const answers = (await Promise.all(saves)).map(({ json }) => json as MappingRule);
    const [kept] = (await service.call(`/workflow/mapping-rule?ids=${request.id}`))
      .json as MappingRule[];
    expect(answers).toContainEqual(kept);
    const added = answers.flatMap(({ rule }) => rule?.actions.slice(1).map(({ id }) => id) ?? []);
    expect(added).toHaveLength(28);
    expect(new Set(added).size).toBe(28);
  });

  test("a part that one client removed is gone for the other: it is never restored", async () => {
    const second = await service.another();
    const rounds = Array.from({ length: 12 }, async () => {
      const created = (await post(mappingRule())).rule;
      const request = toMappingRuleRequest(created) ?? mappingRule();
      const without = { ...request, rule: { ...request.rule, actions: [] } };
      const [removed, kept] = await Promise.all([
        service.call("/workflow/mapping-rule", { method: "POST", body: without }),
        second.call("/workflow/mapping-rule", {
          method: "POST",
          body: { ...request, name: "Kept" },
        }),
      ]);
      const [last] = (await service.call(`/workflow/mapping-rule?ids=${created.id}`))
        .json as MappingRule[];
      return { statuses: [removed.status, kept.status], actions: last?.rule?.actions };
    });
    for (const { statuses, actions } of await Promise.all(rounds)) {
      expect([
        [200, 200],
        [200, 400],
      ]).toContainEqual(statuses);
      expect(actions).toEqual([]);
    }
  });

  test("creating at once get separate ids and ranks", async () => {
    const second = await service.another();
    const saves = Array.from({ length: 12 }, (_, at) =>
      (at % 2 ? second : service).call("/workflow/mapping-rule", {
        method: "POST",
        body: mappingRule(),
      }),
    );
    const created = (await Promise.all(saves)).map(({ json }) => json as MappingRule);
    expect(new Set(created.map(({ id }) => id)).size).toBe(12);
    expect(new Set(created.map(({ rule }) => rule?.rank)).size).toBe(12);
  });
});
