// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { pageState } from "./page-state.ts";
import { type KnownSession, session } from "./session.ts";
import { readDraft, writeDraft } from "#web/editing/draft.ts";
import { lastChannel, rememberChannel } from "./last-channel.ts";
import { recentRecords, rememberRecent } from "#web/records/recent-records.ts";
import { rememberSeen, seenRecords } from "#web/records/seen-records.ts";
import { readViews, saveViews } from "#web/kit/view-storage.ts";

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
  recentRecords().length,
  seenRecords("rmas").length,
  lastChannel(),
  readDraft("return.5")?.value,
  readDraft("webhook.3", "tab")?.value,
];
const everything = [1, 1, 7, "typed", "secret"];
const nothing = [0, 0, undefined, undefined, undefined];

const rememberAll = () => {
  rememberRecent({ kind: "rmas", id: 1, label: "RMA-1" });
  rememberSeen("rmas", { id: 1, label: "RMA-1", status: "Waiting" });
  rememberChannel(7);
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

test("the embedded service keeps its records when its port changes", () => {
  openPage("http://127.0.0.1:4201", true);
  rememberAll();
  openPage("http://127.0.0.1:4999", true);
  expect(listOffered()).toEqual(everything);
});

test("records, drafts and views of one person are not offered to another in the same browser", () => {
  const shared = [{ name: "Of everyone", search: {} }];
  saveViews("rmas", shared);
  rememberAll();
  session.set(signedIn("ana"));
  expect([listOffered(), readViews("rmas")]).toEqual([nothing, shared]);
  rememberAll();
  saveViews("rmas", [{ name: "ana", search: {} }]);
  session.set(signedIn("ben"));
  expect([listOffered(), readViews("rmas")]).toEqual([nothing, shared]);
  session.set(signedIn("ana"));
  expect([listOffered(), readViews("rmas")]).toEqual([everything, [{ name: "ana", search: {} }]]);
});
