import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { type KnownSession, session } from "#web/api/session.ts";
import { recentRecords, rememberRecent } from "./recent-records.ts";
import { rememberSeen, seenRecords } from "./seen-records.ts";
import {
  isUpstreamNamed,
  knownUpstream,
  namedUpstream,
  whenUpstreamIsKnown,
} from "./upstream-key.ts";
import { readViews, saveViews } from "./view-storage.ts";

const openSession: KnownSession = { signIn: "none", person: null };
const signedIn = (id: string): KnownSession => ({
  signIn: "oidc",
  person: { id, name: id, role: "agent" },
});

const connectTo = (baseUrl: string, embedded = false) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded } as Connection);

beforeEach(() => {
  session.set(openSession);
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => {
  queryClient.clear();
  namedUpstream.set(undefined);
  vi.unstubAllGlobals();
});

test("the records of one upstream are not offered on another", () => {
  connectTo("https://one.example");
  rememberRecent({ kind: "rmas", id: 1, label: "RMA-1" });
  rememberSeen("rmas", { id: 1, label: "RMA-1", status: "Waiting" });
  for (const [url, embedded] of [
    ["https://two.example", false],
    ["http://127.0.0.1:4201", true],
  ] as const) {
    connectTo(url, embedded);
    expect(recentRecords()).toEqual([]);
    expect(seenRecords("rmas")).toEqual([]);
  }
  connectTo("https://one.example");
  expect(recentRecords()).toHaveLength(1);
  expect(seenRecords("rmas")).toHaveLength(1);
});

test("the embedded service keeps its records when its port changes", () => {
  connectTo("http://127.0.0.1:4201", true);
  rememberRecent({ kind: "rmas", id: 1, label: "RMA-1" });
  connectTo("http://127.0.0.1:4999", true);
  expect(recentRecords()).toHaveLength(1);
});

test("a page offers the records of its upstream before the gateway has answered", () => {
  connectTo("https://one.example");
  rememberSeen("rmas", { id: 1, label: "RMA-1", status: "Waiting" });
  queryClient.clear();
  namedUpstream.set(undefined);
  expect(seenRecords("rmas")).toHaveLength(1);
});

test("the upstream stays named when the cache is emptied, as when the person signs out", async () => {
  connectTo("https://one.example");
  await new Promise<void>((done) => whenUpstreamIsKnown(done));
  connectTo("https://two.example");
  queryClient.clear();
  expect([isUpstreamNamed(), knownUpstream()]).toEqual([true, "https://two.example"]);
  namedUpstream.set(undefined);
  // The next page begins with it.
  expect([isUpstreamNamed(), knownUpstream()]).toEqual([false, "https://two.example"]);
});

test("the records and views of one person are not offered to another in the same browser", () => {
  const shared = [{ name: "Of everyone", search: {} }];
  saveViews("rmas", shared);
  rememberRecent({ kind: "rmas", id: 9, label: "RMA-9" });
  for (const id of ["ana", "ben"]) {
    session.set(signedIn(id));
    expect([recentRecords(), seenRecords("rmas"), readViews("rmas")]).toEqual([[], [], shared]);
    rememberRecent({ kind: "rmas", id: 1, label: id });
    rememberSeen("rmas", { id: 1, label: id, status: "Waiting" });
    saveViews("rmas", [{ name: id, search: {} }]);
  }
  session.set(signedIn("ana"));
  expect(recentRecords()).toEqual([{ kind: "rmas", id: 1, label: "ana" }]);
  expect(seenRecords("rmas")).toEqual([{ id: 1, label: "ana", status: "Waiting" }]);
  expect(readViews("rmas")).toEqual([{ name: "ana", search: {} }]);
  session.set(openSession);
  expect(recentRecords()).toEqual([{ kind: "rmas", id: 9, label: "RMA-9" }]);
  expect(readViews("rmas")).toEqual(shared);
});
