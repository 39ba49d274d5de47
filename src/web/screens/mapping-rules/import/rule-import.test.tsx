// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { testMetaData, testRequest } from "#rule-model/testing/builder.ts";
import { mappingRuleList, mappingSetNames, workflowMetaData } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { expectReads, Reads } from "#web/testing/reads.tsx";
import { RuleImport } from "./rule-import.tsx";

afterEach(() => vi.unstubAllGlobals());

const text = () => document.body.textContent;
const findButton = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const { queryKey } = mappingRuleList();

/** Lets the next read of the rules fail. */
let fail = (): void => {};

const showImport = () => {
  let reads = 0;
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "POST") return Response.json({ ...JSON.parse(String(body)), id: 900 });
    if (!path.startsWith("/api/workflow/mapping-rule")) return new Promise<Response>(() => {});
    reads += 1;
    if (reads === 1) return Response.json([]);
    await new Promise<void>((resolve) => (fail = resolve));
    return Response.json({ detail: "It failed" }, { status: 502 });
  });
  const answer = { value: testMetaData, problems: [], total: undefined };
  queryClient.setQueryData(workflowMetaData().queryKey, answer as never);
  queryClient.setQueryData(mappingSetNames().queryKey, { value: [], cut: false } as never);
  const Import = () => (
    <>
      <RuleImport />
      <Reads of={queryKey} />
    </>
  );
  openTestApp({ "/import": Import }, "/import");
};

test("an imported rule stays imported when the rules can't be read again", async () => {
  showImport();
  await expect.poll(() => document.querySelector("textarea")).not.toBeNull();
  const { id: _id, ...request } = testRequest();
  typeText(document.querySelector("textarea")!, JSON.stringify(request));
  await pressButton("Preview");
  await pressButton("Import 1 rule…");
  await pressButton("Import");
  await expect.poll(text).toContain("1 of 1 rule imported.");
  await pressButton("Close");
  await expectReads(1);
  expect(text()).toContain("Created as rule 900");
  fail();
  await expectReads(0);
  expect(text()).toContain("Created as rule 900");
  expect(findButton("Import 0 rules…")?.disabled).toBe(true);
});
