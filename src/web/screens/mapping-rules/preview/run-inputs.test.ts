// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { testRequest } from "#rule-model/testing/builder.ts";
import { readPastedRecords } from "./samples-bar.tsx";
import { whyStale } from "./dry-run.tsx";

type RunInputs = Parameters<typeof whyStale>[0];

const read = (...skus: string[]) =>
  readPastedRecords(JSON.stringify(skus.map((sku) => ({ sku }))), "product").samples ?? [];

const run: RunInputs = {
  rule: testRequest(),
  source: read("1", "2"),
  assumed: new Map([[1, "5"]]),
  mappingSets: new Map(),
};

test.each<[string, Partial<RunInputs>, string | undefined]>([
  ["nothing", {}, undefined],
  ["another list of the same records", { source: [...run.source] }, undefined],
  ["the rule", { rule: testRequest() }, "The rule has changed since this run."],
  [
    "as many other records",
    { source: read("3", "4") },
    "The products have changed since this run.",
  ],
  ["one record less", { source: run.source.slice(1) }, "The products have changed since this run."],
  ["the test values", { assumed: new Map() }, "The test values have changed since this run."],
  ["a mapping set", { mappingSets: new Map() }, "The mapping sets have changed since this run."],
])("after a change of %s", (_name, change, words) => {
  expect(whyStale(run, { ...run, ...change }, "product")).toBe(words);
});
