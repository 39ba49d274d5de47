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
  press,
  readHeading,
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

/** The gateway lists these versions of the rule. */
const listVersions = (...versions: readonly object[]) =>
  vi.stubGlobal("fetch", async (path: string) => {
    if (!path.startsWith("/api/rule-versions")) throw new Error("no network");
    return Response.json(versions);
  });

test("versions say who saved them and what changed; one is compared and restored", async () => {
  openRuleApp("/rule?view=versions");
  const before = { id: 1, rule: storedRule({ name: "Old" }), savedBy: null, savedAt: null };
  const saved = { id: 2, rule: storedRule(), savedBy: "Ada", savedAt: "2026-11-20T10:00:00Z" };
  listVersions(saved, before);
  await expect.poll(readText, often).toContain("Saved by Ada");
  expect(readText()).toContain("1 change from the previous version");
  expect(readText()).toContain("Same as the rule on the screen");
  await press("As it was before the first save here");
  await expect.poll(readText, often).toContain("Restoring it makes 1 change on the screen");
  await press("Restore this version");
  await expect.poll(readHeading, often).toBe("Old");
  await expect.poll(readText, often).toContain("Version restored. It isn't saved yet");
});

test("a gateway without storage has no versions, and says so", async () => {
  openRuleApp("/rule?view=versions");
  vi.stubGlobal("fetch", async () =>
    Response.json(
      { type: "urn:supercargo:problem:memory-unavailable", title: "No storage", status: 503 },
      { status: 503 },
    ),
  );
  await expect.poll(readText, often).toContain("Try again");
});
