import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { testMetaData, testRequest } from "#rule-model/test-builder.ts";
import { createWorkflow } from "#rule-model/workflow/workflow.ts";
import { PrintedRule } from "./printed-rules.tsx";

const { catalogue } = createWorkflow(testMetaData);
const wording = { catalogue, events: new Map(), named: true, source: undefined };

test.each([
  ["with conditions", true, "<p>Always: the conditions are ignored.</p>"],
  ["without conditions", false, "<p>Always.</p>"],
])("a printed rule %s that always runs mentions them only if it has some", (_name, has, words) => {
  const request = testRequest();
  const { groups } = request.rule;
  const rule = {
    ...request,
    rule: { ...request.rule, alwaysRun: true, groups: has ? groups : [] },
  } as unknown as MappingRule;
  expect(renderToStaticMarkup(<PrintedRule rule={rule} wording={wording} />)).toContain(words);
});
