// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { testRequest } from "#rule-model/test-builder.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { SwitchDialog } from "./switch-dialog.tsx";

afterEach(() => vi.unstubAllGlobals());

const toRule = (enabled: boolean) =>
  ({ ...testRequest(), rule: { ...testRequest().rule, enabled } }) as unknown as MappingRule;

interface Request extends RequestInit {
  headers: Record<string, string>;
}

test.each([
  ["with the change", true, "Disabled."],
  ["without it", false, "Not changed: No response, and a check found no change."],
])("a save whose response is lost is looked up: the rule is found %s", async (_, made, words) => {
  let stored = toRule(true);
  const keys: (string | undefined)[] = [];
  const settled: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: Request) => {
    if (url === "/api/audit/settlement") settled.push(JSON.parse(String(body)));
    const isOfRules = url.startsWith("/api/workflow/mapping-rule");
    if (isOfRules && method === "POST") {
      keys.push(headers["Idempotency-Key"]);
      if (made) stored = toRule(false);
      throw new TypeError("connection lost");
    }
    return Response.json(isOfRules ? [stored] : []);
  });
  const Dialog = () => <SwitchDialog rules={[toRule(true)]} enabled={false} onClose={() => {}} />;
  openTestApp({ "/": Dialog });
  await pressButton("Disable");
  const result = () => document.querySelector("[role=dialog] li span")?.textContent ?? "";
  await expect.poll(result).toContain(words);
  expect(keys).toHaveLength(1);
  // The entry under Activity is settled, too.
  await expect.poll(() => settled).toEqual([{ key: keys[0], made }]);
});
