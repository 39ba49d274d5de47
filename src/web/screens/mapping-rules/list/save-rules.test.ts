import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { testMetaData, testRequestWith } from "#rule-model/testing/builder.ts";
import { createWorkflow } from "#rule-model/workflow.ts";
import { queryClient } from "#web/api/query-client.ts";
import { serveMappingSets } from "#web/testing/mapping-sets.ts";
import { servedOperations } from "#web/base/served.ts";
import { download } from "#web/base/download.ts";
import { notify } from "#web/kit/notify.ts";
import { saveRules, writeRuleFile } from "./save-rules.ts";

vi.mock("#web/base/download.ts", () => ({ download: vi.fn<typeof download>() }));
vi.mock("#web/kit/notify.ts", () => ({ notify: vi.fn<typeof notify>() }));

beforeEach(() => queryClient.clear());
afterEach(() => {
  queryClient.clear();
  servedOperations.set({});
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

// A request is a sufficient answer for the reader.
const withAction = (...action: Parameters<typeof testRequestWith>): MappingRule =>
  testRequestWith(...action) as unknown as MappingRule;

test.each<[string, MappingRule, sets: number, pages: number, names: object]>([
  ["a set on the second page", withAction("mapping_set", "150"), 160, 2, { 150: "Set 150" }],
  ["a set that doesn't exist", withAction("mapping_set", "161"), 160, 2, {}],
  ["no set", withAction("trim", ""), 160, 0, {}],
])("an exported rule has the name of %s", async (_name, rule, sets, pages, names) => {
  const { fetch, requests } = serveMappingSets(sets);
  vi.stubGlobal("fetch", fetch);
  const file = JSON.parse(await writeRuleFile([rule], createWorkflow(testMetaData))) as {
    names: { mappingSets: object };
  };
  expect(file.names.mappingSets).toEqual(names);
  expect(requests).toHaveLength(pages);
});

test("where the upstream has no list of mapping sets, a rule is exported with the ID", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 404 }));
  const text = await writeRuleFile(
    [withAction("mapping_set", "150")],
    createWorkflow(testMetaData),
  );
  expect(JSON.parse(text)).toMatchObject({
    names: { mappingSets: {} },
    rules: [{ rule: { actions: [{ value: "150" }] } }],
  });
});

test("the tests of a rule are in the file, with the mapping sets that they need", async () => {
  const content = {
    name: "LAMP",
    detail: "",
    record: { objects: { product: { title: "GRN" } } },
    expectation: { kind: "unchanged" },
    runsAt: "2026-01-10T12:00:00.000Z",
  };
  const kept = { ...content, id: 3, ruleId: 500, savedBy: "ada", savedAt: content.runsAt };
  const items = [{ id: 1, fromValue: "GRN", toValue: "Green" }];
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(url.includes("rule-tests") ? [kept] : url.includes("/item") ? items : []),
  );
  const text = await writeRuleFile([withAction("mapping_set", "5")], createWorkflow(testMetaData));
  expect(JSON.parse(text)).toMatchObject({
    rules: [{ id: 500, tests: [content] }],
    catalog: { comparators: testMetaData.comparators },
    mappingSets: { 5: [{ from: "GRN", to: "Green" }] },
  });
  expect(text).not.toContain("ada");
});

/** Rules of the ids 1 and up; of some the tree was not sent. */
const someRules = (trees: readonly boolean[]): MappingRule[] =>
  trees.map((tree, at) => {
    const { rule } = withAction("trim", "");
    return { ...withAction("trim", ""), id: at + 1, name: "", rule: tree ? rule : null };
  });

test.each<[string, trees: boolean[], file: string | undefined, ids: number[], words: string[]]>([
  ["all rules", [true, true], "mapping-rules-", [1, 2], []],
  [
    "the readable rules",
    [true, false, true],
    "mapping-rules-",
    [1, 3],
    ["2 of 3 rules exported. 1 unreadable rule left out: “Mapping rule 2”"],
  ],
  [
    "the only readable rule",
    [false, true],
    "mapping-rule-2-",
    [2],
    ["1 of 2 rules exported. 1 unreadable rule left out: “Mapping rule 1”"],
  ],
  [
    "no rule",
    [false, false, false, false],
    undefined,
    [],
    [
      "No rules exported. 4 unreadable rules left out: “Mapping rule 1”, “Mapping rule 2”, “Mapping rule 3”, 1 more",
    ],
  ],
])("%s are in the file, and those left out are named", async (_rules, trees, file, ids, words) => {
  const workflow = createWorkflow(testMetaData);
  vi.stubGlobal("fetch", async () => Response.json([]));
  await saveRules(someRules(trees), { status: "ready", workflow, source: { kind: "upstream" } });
  const files = vi.mocked(download).mock.calls;
  expect(files.map(([name]) => name.replace(/\d{4}-.*/, ""))).toEqual(file ? [file] : []);
  const written = files.flatMap(
    ([, , text]) => (JSON.parse(text) as { rules: MappingRule[] }).rules,
  );
  expect(written.map(({ id }) => id)).toEqual(ids);
  expect(vi.mocked(notify).mock.calls.flat()).toEqual(words);
});
