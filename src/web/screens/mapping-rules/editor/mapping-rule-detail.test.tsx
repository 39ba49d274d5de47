// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { ApiError } from "#web/base/api-error.ts";
import { mappingRuleDetail, mappingSetNames } from "#web/api/mapping-rules.ts";
import { queryClient } from "#web/api/query-client.ts";
import { typeText } from "#web/testing/app.tsx";
import {
  nameField,
  openRuleApp,
  often,
  press,
  readHeading,
  readText,
  rename,
  reviewAndSave,
  storedRule,
  toAnswer,
} from "#web/testing/rule-app.tsx";

const queryKey = () => mappingRuleDetail(String(storedRule().id)).queryKey;

/** Every read of a query fails, or gives a value, from now on. */
const readAs = async (read: () => unknown, key: readonly unknown[] = queryKey()) => {
  await queryClient.fetchQuery({ queryKey: key, queryFn: read, staleTime: 0 }).catch(() => {});
};

const failure = (status: number) => () =>
  Promise.reject(new ApiError("Bad gateway", { status, outcome: "refused" }));

afterEach(() => vi.unstubAllGlobals());

const withoutTree = () => ({
  ...toAnswer({ ...storedRule(), rule: undefined }),
  problems: [{ path: "rule", message: "is missing", raw: null }],
});

/** Reads in the background that say something, and must leave the changes alone. */
const reloads: readonly (readonly [what: string, read: () => unknown, says: string])[] = [
  ["fails", failure(502), "Your changes are kept"],
  ["finds that the rule was deleted", failure(404), "Your changes are kept"],
  ["isn't offered anymore", failure(501), "Your changes are kept"],
  ["gives the rule without its tree", withoutTree, "Some fields are unreadable"],
];

test(`a reload in the background that ${reloads.map(([what]) => what).join(", ")} leaves the changes alone`, async () => {
  openRuleApp();
  await rename("Renamed");
  await expect.poll(readText, often).toContain("Draft saved");
  for (const [what, read, says] of reloads) {
    await readAs(read);
    await expect.poll(readText, often).toContain(says);
    expect([what, readHeading(), nameField()?.value]).toEqual([what, "Renamed", "Renamed"]);
    await readAs(() => toAnswer(storedRule()));
    await expect.poll(readText, often).not.toContain(says);
    expect([what, readHeading()]).toEqual([what, "Renamed"]);
    expect(readText()).toContain("Draft saved");
  }
});

test("names of mapping sets that load again leave an open rule alone", async () => {
  openRuleApp();
  queryClient.removeQueries({ queryKey: mappingSetNames().queryKey });
  await rename("Renamed");
  let arrive = (_: unknown) => {};
  const names = new Promise((resolve) => (arrive = resolve));
  const read = readAs(() => names, mappingSetNames().queryKey);
  typeText(nameField()!, "Renamed twice");
  await expect.poll(readHeading, often).toBe("Renamed twice");
  arrive({ value: [], cut: false });
  await read;
  expect(nameField()?.value).toBe("Renamed twice");
});

test("versions that a check has found to differ aren't called unsent, nor all of it theirs", async () => {
  let arrived: MappingRule | undefined;
  openRuleApp();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Response.json([arrived ?? storedRule()]);
    // The save arrives, its response is lost, and another person changes the rule. The gateway doesn't know it either.
    if (arrived) return Response.json({ title: "Unknown", outcome: "unknown" }, { status: 504 });
    arrived = { ...(JSON.parse(String(body)) as MappingRule), description: "theirs" };
    throw new TypeError("Failed to fetch");
  });
  await rename("Mine");
  await reviewAndSave();
  await press("Check status");
  await expect.poll(readText, often).toContain("Another person has changed this rule");
  expect(readText()).toContain("What the other person changed");
  expect(readText()).not.toMatch(/Nothing was|What they changed/);
});

test("a rule that is gone when its save is compared again was sent, but not saved", async () => {
  let sent = 0;
  openRuleApp();
  vi.stubGlobal("fetch", async (_: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method === "GET") return Response.json(sent === 0 ? [storedRule()] : []);
    sent += 1;
    return Response.json({ title: "Changed", outcome: "refused" }, { status: 412 });
  });
  await rename("Mine");
  await reviewAndSave();
  await expect.poll(readText, often).toContain("This rule no longer exists");
  expect(sent).toBe(1);
  expect(readText()).toContain("Nothing was saved, and your changes are kept.");
  expect(readText()).not.toContain("Nothing was sent");
});
