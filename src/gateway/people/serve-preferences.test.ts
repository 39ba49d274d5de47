import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { maxPreferenceLength, maxPreferences } from "#contract/preferences.ts";
import { keepOpen } from "#gateway/testing/keep-open.ts";
import { startUpstream } from "#gateway/testing/recording-upstream.ts";
import type { TestGateway } from "#gateway/testing/start-gateway.ts";
import { openTestStorage, readProblem, type TestStorage } from "#gateway/testing/storage.ts";
import { readPreferences } from "./serve-preferences.ts";

const secret = "a-secret-of-the-proxy";
/** The headers of a proxy that signs people in. */
const as = (user: string, role: string) => ({
  "x-user": user,
  "x-groups": role,
  "x-identity-secret": secret,
});

let storage: TestStorage;
let gateway: TestGateway;
const keep = keepOpen();
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => storage.close());
beforeEach(async () => {
  const upstream = keep(await startUpstream());
  gateway = keep(
    await storage.gateway(upstream.baseUrl, {
      signIn: {
        kind: "header",
        header: "x-user",
        groupsHeader: "x-groups",
        roles: new Map(),
        peers: ["127.0.0.0/8", "::1"],
        secret,
      },
    }),
  );
});

/** Sends a body as a person with a role. */
const send = async (path: string, body: unknown, user = "ada", role = "agent") =>
  gateway.call(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...as(user, role) },
    body: JSON.stringify(body),
  });
const remembered = async (person: string) => readPreferences(storage.database.sql, person);
const listShared = async (query = "", user = "ada") =>
  (await (
    await gateway.call(`/api/shared${query}`, {
      headers: as(user, "viewer"),
    })
  ).json()) as { list: string; name: string; sharedBy: string; value: unknown }[];

it("remembers values for each person, until they are deleted", async () => {
  const settings = { scheme: "dark", note: "Zoë \u0000 😀" };
  expect((await send("/preferences", { name: "settings", value: settings })).status).toBe(200);
  await send("/preferences", { name: "settings", value: "other" }, "grace", "viewer");
  await send("/preferences", { name: "columns.rmas", value: [1, 2] });
  await send("/preferences", { name: "columns.rmas", value: [2] });
  expect(await remembered("ada")).toEqual({ settings, "columns.rmas": [2] });
  expect(await remembered("grace")).toEqual({ settings: "other" });
  const answer = await gateway.call("/api/preferences", { headers: as("grace", "viewer") });
  expect(await answer.json()).toEqual({ settings: "other" });
  await send("/preferences", { name: "columns.rmas", value: null });
  expect(await remembered("ada")).toEqual({ settings });
});

it.each<[what: string, body: unknown]>([
  ["no name", { value: 1 }],
  ["a name with other characters", { name: "ü", value: 1 }],
  ["an empty name", { name: "", value: 1 }],
  ["a long value", { name: "a", value: "x".repeat(maxPreferenceLength) }],
  ["another field", { name: "a", value: 1, person: "grace" }],
])("refuses %s", async (_, body) => {
  expect((await send("/preferences", body)).status).toBe(400);
});

it("says that a person has too many values, and still replaces one", async () => {
  await storage.database.sql`
    insert into gateway.preferences (person, name, value)
    select 'linus', 'n' || n, '1' from generate_series(1, ${maxPreferences}::int) n`;
  const refused = await send("/preferences", { name: "more", value: 1 }, "linus");
  expect([refused.status, (await readProblem(refused)).detail]).toEqual([
    400,
    `There are ${maxPreferences} remembered values already. Remove some first.`,
  ]);
  expect((await send("/preferences", { name: "n1", value: 2 }, "linus")).status).toBe(200);
});

it("shares entries with the team, by list and name", async () => {
  const view = { list: "views.rmas", name: "Late “ones”", value: { status: "Waiting" } };
  expect((await send("/shared", view)).status).toBe(200);
  await send("/shared", { ...view, list: "views.returns" }, "grace");
  expect(await listShared("?list=views.rmas", "grace")).toEqual([
    { ...view, sharedBy: "ada", sharedAt: expect.any(String) },
  ]);
  await send("/shared", { ...view, value: { status: "Approved" } }, "grace");
  expect(await listShared()).toMatchObject([
    { list: "views.returns", sharedBy: "grace" },
    { list: "views.rmas", sharedBy: "grace", value: { status: "Approved" } },
  ]);
  await send("/shared/removal", { list: view.list, name: view.name });
  expect(await listShared("?list=views.rmas")).toEqual([]);
});

it("lets viewers read what the team shares, and not change it", async () => {
  const refused = await send("/shared", { list: "l", name: "n", value: 1 }, "eve", "viewer");
  expect([refused.status, (await readProblem(refused)).outcome]).toEqual([403, "refused"]);
  expect(await listShared("", "eve")).not.toContainEqual(expect.objectContaining({ list: "l" }));
});
