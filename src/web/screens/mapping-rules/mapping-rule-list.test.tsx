// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testRequestWith } from "#rule-model/testing/builder.ts";
import { queryClient } from "#web/api/query-client.ts";
import { serveMappingSets } from "#web/testing/mapping-sets.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { MappingRuleList } from "./mapping-rule-list.tsx";

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

const text = () => document.body.textContent;

test("a listed rule that looks values up has the name of its mapping set", async () => {
  const requests = serveRule("mapping_set", "2");
  openTestApp({ "/mapping-rules": MappingRuleList }, "/mapping-rules");
  await expect.poll(text).toContain("“Set 2”");
  expect(requests).toHaveLength(1);
});

test("the names of mapping sets are not requested where no rule uses one", async () => {
  const requests = serveRule("trim", "");
  openTestApp({ "/mapping-rules": MappingRuleList }, "/mapping-rules");
  await expect.poll(text).toContain("Trim Title");
  expect(requests).toHaveLength(0);
});

const types = Array.from({ length: 18 }, (_, at) => ({ id: at, name: `Type ${at}` }));

test("each filter of the rules with many choices can be searched", async () => {
  const rules = types.map((globalDataType) => ({
    ...testRequestWith("trim", ""),
    id: globalDataType.id + 1,
    globalDataTypeId: globalDataType.id,
    globalDataType,
  }));
  vi.stubGlobal("fetch", async (url: string) =>
    url.startsWith("/api/workflow/mapping-rule") ? Response.json(rules) : Response.json([]),
  );
  openTestApp({ "/mapping-rules": MappingRuleList }, "/mapping-rules?dataType=17");
  await pressButton("1 more filter");
  const field = (label: string) => document.querySelector(`[aria-label="${label}"]`);
  await expect.poll(() => field("Data type")).not.toBeNull();
  for (const label of ["Event", "Assigned field", "Data type", "Comparator or action used"])
    expect([field(label)?.tagName, field(label)?.role ?? "combobox"]).toEqual([
      "INPUT",
      "combobox",
    ]);
  await expect.poll(() => (field("Data type") as HTMLInputElement).value).toBe("Type 17");
});
