// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testRequestWith } from "#rule-model/test-builder.ts";
import { queryClient } from "#web/api/query-client.ts";
import { serveMappingSets } from "#web/testing/mapping-sets.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useListedRules } from "./use-listed-rules.ts";

beforeEach(() => queryClient.clear());
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Serves one rule with that action, and three mapping sets. */
const serveRule = (handle: "mapping_set" | "trim", value: string) => {
  const rule = { ...testRequestWith(handle, value), id: 1 };
  const sets = serveMappingSets(3);
  const fetch: typeof sets.fetch = async (url, init) =>
    url.startsWith("/api/workflow/mapping-rule") ? Response.json([rule]) : sets.fetch(url, init);
  vi.stubGlobal("fetch", fetch);
  return sets.requests;
};

const Words = () => {
  const { columns, shown } = useListedRules();
  const words = columns.find(({ id }) => id === "words");
  return <p>{shown.map((rule) => String(words?.value?.(rule))).join("\n")}</p>;
};

const text = () => document.body.textContent;

test("a listed rule that looks values up has the name of its mapping set", async () => {
  const requests = serveRule("mapping_set", "2");
  openTestApp({ "/mapping-rules": Words }, "/mapping-rules");
  await expect.poll(text).toContain("“Set 2”");
  expect(requests).toHaveLength(1);
});

test("the names of mapping sets are not requested where no rule uses one", async () => {
  const requests = serveRule("trim", "");
  openTestApp({ "/mapping-rules": Words }, "/mapping-rules");
  await expect.poll(text).toContain("Trim Title");
  expect(requests).toHaveLength(0);
});
