// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { mappingRuleDetail } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { MappingRuleDetail } from "#web/screens/mapping-rules/mapping-rule-screen.tsx";
import {
  often,
  openRuleApp,
  readText,
  rename,
  storedRule,
  toAnswer,
} from "#web/testing/rule-app.tsx";

afterEach(() => vi.unstubAllGlobals());

const saved = (id: number, person: string) => ({
  id,
  requestedAt: "2026-11-20T10:00:00Z",
  person,
  operation: "saveMappingRule",
  resource: "mapping-rules",
  recordId: 500,
  fields: [],
  state: "done",
  requestId: `request-${id}`,
});

/** The gateway lists these changes of the rule; the addresses of the requests for them. */
const listChanges = (...changes: readonly object[]) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.startsWith("/api/audit/record")) throw new Error("no network");
    asked.push(path);
    return Response.json(changes);
  });
  return asked;
};

const summary = () =>
  [...document.querySelectorAll("summary")].find(({ textContent }) => textContent === "Activity");

test("the changes of a rule are loaded when a person opens them, and again when the rule was saved", async () => {
  openRuleApp();
  const asked = listChanges(saved(1, "Ada"));
  await rename("Renamed");
  expect(asked).toEqual([]);
  summary()?.click();
  await expect.poll(readText, often).toContain("Ada: Saved");
  const { id } = storedRule();
  expect(asked).toEqual([expect.stringContaining(`resource=mapping-rules&recordId=${id}`)]);
  listChanges(saved(2, "Ben"), saved(1, "Ada"));
  queryClient.setQueryData(mappingRuleDetail(String(id)).queryKey, toAnswer(storedRule()), {
    updatedAt: Date.now() + 1,
  });
  await expect.poll(readText, often).toContain("Ben: Saved");
});

test("a rule that can't be loaded, and that this browser has never seen, shows its changes", async () => {
  listChanges(saved(1, "Ada"));
  const fetchChanges = fetch;
  vi.stubGlobal("fetch", async (path: string) =>
    path.startsWith("/api/audit/record")
      ? fetchChanges(path)
      : Response.json({ title: "No such operation", status: 501 }, { status: 501 }),
  );
  // Not the rule of the other test, which this browser has seen.
  openTestApp({ "/": () => <MappingRuleDetail id="900" /> });
  await expect.poll(readText, often).toContain("Ada: Saved");
});
