import "fake-indexeddb/auto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Connection } from "#contract/connection.ts";
import { pageState } from "#web/base/page-state.ts";
import { session } from "#web/base/session.ts";
import type * as ValueStore from "#web/base/value-store.ts";
import { createRunControl } from "./run-control.ts";
import type { RunKind } from "./run-kind.ts";

// Outside React, a view is read directly.
vi.mock("#web/base/value-store.ts", async (original) => ({
  ...(await original<typeof ValueStore>()),
  useValue: (store: { get: () => unknown }) => store.get(),
}));

type Work = (lock: object | null) => Promise<boolean>;

/** The Web Locks of a browser: one holder per name, the others don't wait. */
const createLocks = () => {
  const held = new Set<string>();
  return {
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
    request: async (name: string, _: object, work: Work) => {
      if (held.has(name)) return work(null);
      held.add(name);
      return work({}).finally(() => held.delete(name));
    },
  };
};

const first = "https://one.example";

/** The upstream that the gateway has from now on. */
const serveUpstream = (baseUrl: string): Connection => {
  const served: Connection = {
    baseUrl,
    embedded: false,
    rateLimit: 2,
    tokens: [],
    lastAnswer: null,
    accountMissing: false,
    failures: [],
    clockAheadMs: null,
    now: "2026-11-21T12:00:00Z",
    silentSince: null,
  };
  vi.stubGlobal("fetch", async () => Response.json(served));
  return served;
};

/** Two tabs of one browser; the first request waits until `release`. */
const openTabs = (name: string) => {
  Object.assign(pageState, { connection: serveUpstream(first) });
  onTestFinished(() => void Object.assign(pageState, { connection: null }));
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("navigator", { locks: createLocks() });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  session.set({ signIn: "none", person: null });
  const sent: number[] = [];
  let release = () => {};
  const until = new Promise<void>((done) => (release = done));
  const kind: RunKind<string, undefined, undefined, number> = {
    read: async (id) => id,
    send: async (id) => {
      sent.push(id);
      await until;
      return id;
    },
    prepare: async () => ({ kind: "ready", sent: undefined }),
    afterResponse: () => ({ kind: "done" }),
    afterLoss: () => ({ kind: "found" }),
  };
  const open = () =>
    createRunControl({
      name,
      kind,
      words: {} as never,
      permission: () => ({}) as never,
      onEnd: () => undefined,
      keeps: true,
    });
  return { tabs: [open(), open()] as const, sent, release, reload };
};

const records = [1, 2].map((id) => ({ id, name: `No. ${id}`, data: undefined }));
const phases = (tabs: ReturnType<typeof openTabs>["tabs"]) =>
  tabs.map((tab) => tab.useRun()?.phase);

test("two tabs that start at once make one run, which the other tab follows to its end and its closing", async () => {
  const { tabs, sent, release } = openTabs("twice");
  const started = await Promise.allSettled(tabs.map((tab) => tab.start("approve", records)));
  expect(started.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  await tabs[1].find();
  expect(phases(tabs)).toEqual(["running", "elsewhere"]);
  release();
  await expect.poll(() => phases(tabs)[0]).toBe("over");
  await tabs[1].find();
  expect(phases(tabs)).toEqual(["over", "over"]);
  expect(sent).toEqual([1, 2]);
  await tabs[0].close();
  await tabs[1].close();
  expect(phases(tabs)).toEqual([undefined, undefined]);
});

test("a tab that has not read a paused run starts no other beside it", async () => {
  const { tabs, sent, release } = openTabs("paused");
  await tabs[0].start("approve", records);
  tabs[0].pause();
  release();
  await expect.poll(() => phases(tabs)[0]).toBe("paused");
  await expect(tabs[1].start("approve", records)).rejects.toThrow("An earlier run isn't finished.");
  expect(phases(tabs)).toEqual(["paused", "paused"]);
  await tabs[1].resume();
  expect(sent).toEqual([1, 2]);
});

test("a run is its person's", async () => {
  const { tabs, release } = openTabs("owned");
  onTestFinished(() => session.set({ signIn: "none", person: null }));
  session.set({ signIn: "oidc", person: { id: "ada", name: "Ada", role: "agent" } });
  await tabs[0].start("approve", records);
  tabs[0].pause();
  release();
  await expect.poll(() => phases(tabs)[0]).toBe("paused");
  await tabs[1].find();
  expect(phases(tabs)).toEqual(["paused", "paused"]);
  session.set({ signIn: "oidc", person: { id: "bob", name: "Bob", role: "agent" } });
  await tabs[1].find();
  expect(phases(tabs)).toEqual(["paused", undefined]);
});

test("a paused run isn't continued on another upstream, and stays there with the reason", async () => {
  const { tabs, sent, release, reload } = openTabs("moved");
  const [tab] = tabs;
  await tab.start("approve", records);
  tab.pause();
  release();
  await expect.poll(() => phases(tabs)[0]).toBe("paused");
  serveUpstream("https://two.example");
  await tab.resume();
  expect(tab.useRun()).toMatchObject({
    phase: "paused",
    why: expect.stringMatching(/another API/),
  });
  expect(reload).toHaveBeenCalled();
  await tab.retry();
  expect(sent).toEqual([1]);
  serveUpstream(first);
  await tab.resume();
  expect([phases(tabs)[0], sent]).toEqual(["over", [1, 2]]);
});

test("a run isn't continued while the gateway doesn't say its upstream", async () => {
  const { tabs, sent, release } = openTabs("silent");
  await tabs[0].start("approve", records);
  tabs[0].pause();
  release();
  await expect.poll(() => phases(tabs)[0]).toBe("paused");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await tabs[0].resume();
  expect(tabs[0].useRun()).toMatchObject({ phase: "paused", why: expect.any(String) });
  expect(sent).toEqual([1]);
  // Nothing is sent for this.
  await tabs[0].cancelRest();
  expect(phases(tabs)[0]).toBe("over");
});
