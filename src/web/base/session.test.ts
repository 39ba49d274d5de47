import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditOperations } from "#contract/audit.ts";
import { operationEntries } from "#contract/operations.ts";
import { roles } from "#contract/people.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { rmaOperations } from "#contract/rmas.ts";
import { peopleOperations } from "#contract/signed-in-people.ts";
import { webhookOperations } from "#contract/webhooks.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";
import { savedViews } from "#web/kit/view-storage.ts";
import {
  recentRecords,
  rememberRecent,
  rememberSeen,
  seenRecords,
} from "#web/records/recent-records.ts";
import { lastChannel } from "./last-channel.ts";
import { pageState } from "./page-state.ts";
import { type KnownSession, session, whyForbidden } from "./session.ts";

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

// @vitest-environment happy-dom

const openSession: KnownSession = { signIn: "none", person: null };
const signedIn = (id: string): KnownSession => ({
  signIn: "oidc",
  person: { id, name: id, role: "agent" },
});

/** Opens a page of a gateway with this upstream. */
const openPage = (baseUrl: string, embedded = false) =>
  Object.assign(pageState, { connection: { baseUrl, embedded } });

beforeEach(() => {
  session.set(openSession);
  Object.assign(pageState, { connection: null });
  localStorage.clear();
});

/** What this browser offers of the records that were opened and edited. */
const listOffered = () => [
  recentRecords.get().length,
  seenRecords("rmas").length,
  lastChannel.get(),
  readDraft("return.5")?.value,
  readDraft("webhook.3", "tab")?.value,
];
const everything = [1, 1, 7, "typed", "secret"];
const nothing = [0, 0, undefined, undefined, undefined];

const rememberAll = () => {
  rememberRecent({ kind: "rmas", id: 1, label: "RMA-1" });
  rememberSeen("rmas", { id: 1, label: "RMA-1", status: "Waiting" });
  lastChannel.set(7);
  writeDraft("return.5", "typed");
  writeDraft("webhook.3", "secret", "tab");
};

test("records and drafts of one upstream are not offered on another", () => {
  openPage("https://one.example");
  rememberAll();
  expect(listOffered()).toEqual(everything);
  openPage("https://two.example");
  expect(listOffered()).toEqual(nothing);
  openPage("http://127.0.0.1:4201", true);
  expect(listOffered()).toEqual(nothing);
  openPage("https://one.example");
  expect(listOffered()).toEqual(everything);
});

test("records, drafts and views of one person are not offered to another in the same browser", () => {
  const shared = [{ name: "Of everyone", search: {} }];
  savedViews("rmas").set(shared);
  rememberAll();
  session.set(signedIn("ana"));
  expect([listOffered(), savedViews("rmas").get()]).toEqual([nothing, shared]);
  rememberAll();
  savedViews("rmas").set([{ name: "ana", search: {} }]);
  session.set(signedIn("ben"));
  expect([listOffered(), savedViews("rmas").get()]).toEqual([nothing, shared]);
  session.set(signedIn("ana"));
  expect([listOffered(), savedViews("rmas").get()]).toEqual([
    everything,
    [{ name: "ana", search: {} }],
  ]);
});
