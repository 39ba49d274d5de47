import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { actionId } from "#rules/workflow-records.ts";
import { testFieldIds, testMetaData, testRequest } from "#rule-model/test-builder.ts";
import { createWorkflow } from "#rule-model/workflow/workflow.ts";
import { queryClient } from "#web/api/query-client.ts";
import { serveMappingSets } from "#web/api/test-mapping-sets.ts";
import { writeRuleFile } from "./save-rules.ts";

beforeEach(() => queryClient.clear());
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const withAction = (handle: "mapping_set" | "trim", value: string): MappingRule => {
  const request = testRequest();
  const action = {
    globalObjectFieldId: testFieldIds.title,
    workflowDataTypeActionId: actionId(handle),
    value,
    childActions: [],
  };
  // A request is a sufficient answer for the reader.
  return { ...request, rule: { ...request.rule, actions: [action] } } as unknown as MappingRule;
};

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
