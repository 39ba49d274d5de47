import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { maxRuleTestLength, maxRuleTests, type RuleTest } from "#contract/rule-tests.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { answer, startUpstream } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, readProblem, type TestStorage } from "#gateway/testing/storage.ts";

const secret = "a-secret-of-the-proxy";
let storage: TestStorage;
let gateway: TestGateway;
let origin: string;
const keep = keepOpen();
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());
beforeEach(async () => {
  const tree = { name: "Rule", enabled: true, groups: [], actions: [] };
  const upstream = keep(
    await startUpstream((request, response) =>
      answer(
        response,
        200,
        request.method === "GET"
          ? [{ id: 7, name: "n", rule: tree }]
          : { id: 7, name: "n", rule: tree },
      ),
    ),
  );
  origin = new URL(upstream.baseUrl).origin;
  gateway = keep(
    await storage.gateway(upstream.baseUrl, {
      signIn: {
        kind: "header",
        header: "x-user",
        groupsHeader: "x-groups",
        roles: new Map(),
        peers: ["127.0.0.0/8", "::1"],
        secret,
      },
    }),
  );
});

const headers = (user: string, role: string) => ({
  "x-user": user,
  "x-groups": role,
  "x-identity-secret": secret,
});
const send = async (path: string, body?: unknown, user = "ada", role = "editor") =>
  gateway.call(`/api${path}`, {
    method: "POST",
    headers: {
      ...headers(user, role),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const read = async <T>(path: string): Promise<T> =>
  (await (await gateway.call(`/api${path}`, { headers: headers("eve", "viewer") })).json()) as T;
const list = async (query = "?ruleId=7") => read<RuleTest[]>(`/rule-tests${query}`);

const changes = (value: unknown) => ({
  kind: "changes",
  values: [{ field: "variant.price", element: 0, value }],
});
const test = (name: string, more: object = {}) => ({
  ruleId: 7,
  name,
  detail: "A desk lamp",
  record: { objects: { product: { sku: name }, variant: [{ price: 5 }] } },
  expectation: changes(19.99),
  runsAt: "2026-01-10T12:00:00.000Z",
  ...more,
});
const add = async (name: string, more: object = {}, user = "ada") =>
  (await (await send("/rule-tests", test(name, more), user)).json()) as RuleTest;
const save = async () =>
  send("/workflow/mapping-rule", {
    id: 7,
    name: "n",
    eventId: 1,
    globalDataTypeId: 1,
    useOriginalInputValue: false,
    rule: { name: "Rule", alwaysRun: true, enabled: true, groups: [], actions: [] },
  });

it("keeps tests of a rule, an equal one once, and lists those of all rules in pages", async () => {
  const lamp = await add("LAMP");
  expect(lamp).toEqual({
    ...test("LAMP"),
    id: expect.any(Number),
    savedBy: "ada",
    savedAt: expect.any(String),
  });
  expect((await add("LAMP", {}, "grace")).id).toBe(lamp.id);
  const chair = await add("CHAIR", { ruleId: 8 }, "grace");
  expect((await list()).map(({ name }) => name)).toEqual(["LAMP"]);
  expect((await list("")).map(({ id }) => id)).toEqual([lamp.id, chair.id]);
  expect((await list(`?after=${lamp.id}`)).map(({ savedBy }) => savedBy)).toEqual(["grace"]);
});

it("two people: the last expectation counts, and a test that one removed is gone for the other", async () => {
  const { id } = await add("LAMP");
  await add("CHAIR");
  const path = `/rule-tests/${id}`;
  await send(path, { expectation: { kind: "unchanged" } });
  const changed = await send(path, { expectation: { kind: "unmatched" } }, "grace");
  expect(await changed.json()).toMatchObject({ id, name: "LAMP", savedBy: "grace" });
  expect(await list()).toMatchObject([{ id, expectation: { kind: "unmatched" } }, {}]);
  expect((await send(`${path}/removal`)).status).toBe(200);
  expect((await send(`${path}/removal`, undefined, "grace")).status).toBe(200);
  const late = await send(path, { expectation: { kind: "unchanged" } }, "grace");
  expect([late.status, (await readProblem(late)).detail]).toEqual([
    404,
    "This test was removed. Reload the tests.",
  ]);
  expect((await list()).map(({ name }) => name)).toEqual(["CHAIR"]);
  const rows = await storage.database.sql`
    select from gateway.rule_tests where upstream = ${origin} and ended_at is not null`;
  expect(rows).toHaveLength(0);
});

it("keeps the tests with each version, and restores them", async () => {
  const { id } = await add("LAMP");
  await save();
  await send(`/rule-tests/${id}`, { expectation: { kind: "unchanged" } });
  await add("CHAIR");
  await save();
  await send(`/rule-tests/${id}/removal`);
  const versions = await read<{ id: number; tests: number }[]>("/rule-versions?ruleId=7");
  expect(versions.map(({ tests }) => tests)).toEqual([2, 1, 1]);
  const restored = await send(`/rule-versions/${versions[1]?.id}/tests`);
  expect(await restored.json()).toMatchObject([{ id, expectation: changes(19.99) }]);
  expect(await list()).toHaveLength(1);
  await send(`/rule-versions/${versions[0]?.id}/tests`);
  expect((await list()).map(({ expectation }) => expectation.kind)).toEqual([
    "unchanged",
    "changes",
  ]);
  expect((await send("/rule-versions/999999/tests")).status).toBe(404);
});

it("says that a rule has too many tests", async () => {
  await storage.database.sql`
    insert into gateway.rule_tests (upstream, rule_id, content)
    select ${origin}, 7, json_build_object('name', n)::text from generate_series(1, ${maxRuleTests}::int) n`;
  const refused = await send("/rule-tests", test("LAMP"));
  expect([refused.status, (await readProblem(refused)).detail]).toEqual([
    400,
    `This rule has ${maxRuleTests} tests already. Remove some first.`,
  ]);
  expect((await send("/rule-tests", test("LAMP", { ruleId: 8 }))).status).toBe(200);
});

it("lets viewers and agents read tests, and not change them", async () => {
  const { id } = await add("LAMP");
  const expectation = { kind: "unchanged" };
  for (const [path, body] of [
    ["/rule-tests", test("CHAIR")],
    [`/rule-tests/${id}`, { expectation }],
    [`/rule-tests/${id}/removal`, undefined],
    ["/rule-versions/1/tests", undefined],
  ] as const)
    expect((await send(path, body, "eve", "agent")).status).toBe(403);
  expect(await list()).toMatchObject([{ id, expectation: changes(19.99) }]);
});

it.each<[what: string, body: object]>([
  ["a test of no rule", { ruleId: 0 }],
  ["no record", { record: undefined }],
  ["a large record", { record: { objects: { product: "x".repeat(maxRuleTestLength) } } }],
  ["another expectation", { expectation: { kind: "better" } }],
  ["no expected values", { expectation: { kind: "changes", values: [] } }],
  ["long expected values", { expectation: changes("x".repeat(maxRuleTestLength)) }],
  ["another field", { person: "grace" }],
])("refuses %s", async (_, more) => {
  expect((await send("/rule-tests", test("LAMP", more))).status).toBe(400);
});
