// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/ui/test-app.tsx";
import type { Preview } from "./preview-session.ts";
import { ServiceCheck } from "./service-check.tsx";

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
