// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from "vitest";
import { testFieldIds, testRequest, testWorkflow } from "#rule-model/testing/builder.ts";
import { actionId, dataTypeId } from "#rules/workflow-records.ts";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import type { Preview } from "./preview-session.ts";
import { compareAnswers, ServiceCheck } from "./service-check.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a comparison that can't load the rule says so, and doesn't fail the query of the open rule", async () => {
  const { queryKey } = mappingRuleDetail("500");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  const loaded = { value: {}, problems: [], total: undefined };
  queryClient.setQueryData(queryKey, loaded as never, { updatedAt: 1 });
  const preview = { selected: { record: {} }, context: {} } as unknown as Preview;
  openTestApp({ "/": () => <ServiceCheck preview={preview} ruleId={500} /> });
  await pressButton("Run saved rule");
  await expect.poll(() => document.querySelector("[role=alert]")?.textContent).toBeTruthy();
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ status: "success", error: null });
});

const color = { id: 1, mappingSetId: 9, fromValue: "Crimson", toValue: "Red" };

/** A saved rule that looks a title up in set 9, and a test of an edited one that uses set 7. */
const lookUp = (items: () => Response) => {
  const base = testRequest();
  const action = {
    id: 530,
    rank: 1,
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeActionId: actionId("mapping_set", "string"),
    value: "9",
    childActions: [],
  };
  const rule = { ...base.rule, alwaysRun: true, groups: [], childRules: [], actions: [action] };
  const saved = {
    ...base,
    globalObjectFieldId: testFieldIds.title,
    globalDataTypeId: dataTypeId("string"),
    rule,
  };
  const result = { objects: { product: { title: "Red" } }, value: "Red" };
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes("/run")) return Response.json(result);
    return url.includes("/mapping-set/9/") ? items() : Response.json([saved]);
  });
  const record = { objects: { product: { title: "Crimson" } }, value: "Crimson" };
  const mappingSets = new Map([[7, [{ from: "Crimson", to: "Ruby" }]]]);
  const context = { catalogue: testWorkflow.catalogue, now: 0, mappingSets };
  return { selected: { record }, context } as unknown as Preview;
};

test("a lookup of the saved rule uses the current items of its own mapping set", async () => {
  const preview = lookUp(() => Response.json([color]));
  openTestApp({ "/": () => <ServiceCheck preview={preview} ruleId={500} /> });
  await pressButton("Run saved rule");
  const said = () => document.querySelector("[role=status]")?.textContent;
  await expect.poll(said).toBe("Both results are the same.");
});

test("a comparison without the items of a mapping set finds no difference, and says why", async () => {
  const preview = lookUp(() => Response.json({ message: "Broken." }, { status: 500 }));
  openTestApp({ "/": () => <ServiceCheck preview={preview} ruleId={500} /> });
  await pressButton("Run saved rule");
  await expect.poll(() => document.querySelector("[role=alert]")?.textContent).toBeTruthy();
  expect(document.body.textContent).not.toContain("The results differ");
});

test("a mapping set that the API doesn't return is named, and isn't taken for a missing test run", async () => {
  const preview = lookUp(() => Response.json({ message: "Not found." }, { status: 404 }));
  openTestApp({ "/": () => <ServiceCheck preview={preview} ruleId={500} /> });
  await pressButton("Run saved rule");
  const said = () => document.querySelector("[role=status]")?.textContent;
  await expect.poll(said).toContain("the service doesn't return the items of mapping set 9");
  expect(document.body.textContent).not.toContain("test runs");
});

test.each([
  ["equal", { a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }, []],
  ["an absent field and null are equal", { a: null }, {}, []],
  ["a value", { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, ["a.0.b"]],
  ["a list and a record", { a: [] }, { a: {} }, ["a"]],
  ["a list that is longer", { a: [1] }, { a: [1, 2] }, ["a.1"]],
  ["a record and null", { a: { b: 1 } }, { a: null }, ["a"]],
  ["text and number", { a: "1" }, { a: 1 }, ["a"]],
])("%s", (_name, here, there, paths) => {
  expect(compareAnswers(here, there).map(({ path }) => path)).toEqual(paths);
});

test("at most twenty places are listed", () => {
  const many = (value: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at, value]));
  expect(compareAnswers(many(1), many(2))).toHaveLength(20);
});
