import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { auditOperations } from "#contract/audit.ts";
import { operationEntries } from "#contract/operations.ts";
import { roles } from "#contract/people.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { whyForbidden } from "./session.ts";
import { session } from "./session.ts";

afterEach(() => session.set({ signIn: "none", person: null }));

const web = resolve(import.meta.dirname, "..");

const readSources = (folder: string): { path: string; text: string }[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));

const changing = new Set(
  [
    ...operationEntries,
    ...Object.entries(receivedOrderOperations),
    ...Object.entries(auditOperations),
    ...Object.entries(peopleOperations),
  ]
    .filter(([, { changesState }]) => changesState)
    .map(([name]) => name),
);

const findOperations = (text: string): string[] =>
  [...text.matchAll(/\b\w+Operations\.(\w+)/g)].map(([, name = ""]) => name);

const sent = new Set(
  readSources(join(web, "api"))
    .flatMap(({ text }) => findOperations(text))
    .filter((name) => changing.has(name)),
);

test("the requests of the console change records", () => expect(sent.size).toBeGreaterThan(14));

// Outside of api/, an operation is named only to check whether the role allows it.
const asked = new Set(
  readSources(web)
    .filter(({ path }) => !path.startsWith("api/"))
    .flatMap(({ text }) => findOperations(text)),
);

test.each([...sent])("a control asks whether the role allows %s", (name) =>
  expect(asked).toContain(name),
);

test("no screen compares roles itself", () =>
  expect(
    readSources(web).flatMap(({ path, text }) =>
      /whyRoleForbids|role === |role !== /.test(text) ? [path] : [],
    ),
  ).toEqual(["base/session.ts"]));

const signIn = (role: string) =>
  session.set({ signIn: "oidc", person: { id: "1", name: "Ana", role: role as "viewer" } });

test.each(roles)("%s: allowed or forbidden with the reason", (role) => {
  signIn(role);
  const reasons = [
    whyForbidden(rmaOperations.updateRmaItems),
    whyForbidden(webhookOperations.createWebhookConfiguration),
  ];
  expect(reasons.map((why) => why === undefined)).toEqual([role !== "viewer", role === "admin"]);
  const texts = reasons.filter((why) => why !== undefined);
  expect(texts.filter((why) => !/^Your role, \w+, can't /.test(why))).toEqual([]);
});

test.each([
  ["without sign-in", () => session.set({ signIn: "none", person: null })],
  ["before the session is known", () => session.set({ signIn: "none", person: null })],
  ["with a role that this version doesn't know", () => signIn("owner")],
  ["with damaged storage", () => session.set({ signIn: "oidc", person: 5 as never })],
])("%s the gateway decides", (_, set) => {
  set();
  expect(whyForbidden(rmaOperations.updateRmaItems)).toBeUndefined();
});
