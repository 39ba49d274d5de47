import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { recentRecords, rememberRecent } from "./recent-records.ts";
import { rememberSeen, seenRecords } from "./seen-records.ts";
import { whenUpstreamIsKnown } from "./upstream-key.ts";

const connectTo = (baseUrl: string, embedded = false) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded } as Connection);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => {
  queryClient.clear();
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

test("a page offers the records of its upstream before the gateway has answered", async () => {
  connectTo("https://one.example");
  await new Promise<void>((done) => whenUpstreamIsKnown(done));
  rememberSeen("rmas", { id: 1, label: "RMA-1", status: "Waiting" });
  queryClient.clear();
  expect(seenRecords("rmas")).toHaveLength(1);
});
