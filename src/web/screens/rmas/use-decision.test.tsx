// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma } from "#web/api/rmas.ts";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { waitingRma } from "#web/testing/rma.ts";
import { createDecisionStore, getDecisionStore } from "./decision-store.ts";
import { RmaDetail } from "./rma-detail.tsx";
import { discardDecision } from "./use-decision.ts";

const rma = waitingRma([
  { id: 7, quantity: 3, bundleComponents: [] },
  { id: 8, quantity: 2, bundleComponents: [] },
]);

/** The responses that the next requests wait for, in their order, as functions that send them. */
const requests: {
  path: string;
  method: string;
  respond: (body: unknown, status?: number) => void;
}[] = [];

beforeEach(() => {
  requests.length = 0;
  session.set({ signIn: "none", person: null });
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  vi.stubGlobal(
    "fetch",
    (path: string, { method = "GET" }: RequestInit = {}) =>
      new Promise<Response>((resolve) => {
        const respond = (body: unknown, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status }));
        requests.push({ path, method, respond });
      }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  session.set({ signIn: "none", person: null });
});

const seen = () => document.body.textContent;
const kindOf = (id: number) => getDecisionStore(id).saving.get().kind;
/** The latest request for an RMA, once it is saved: before, its screen may load it again. */
const find = (method: string) =>
  requests.findLast((one) => one.method === method && /^\/api\/rmas?\/\d/.test(one.path));

/** Opens an RMA, decides it, and starts to save it: the RMA has been read again. */
const startSave = async (id: number) => {
  cacheRma(id, { value: { ...rma, id }, problems: [], total: undefined });
  const app = openTestApp(
    { "/rmas/$id": RmaDetail, "/rmas": () => <h1>All RMAs</h1> },
    `/rmas/${id}`,
  );
  await pressButton("Approve rest");
  await pressButton("Save 1 line");
  await expect.poll(() => kindOf(id)).toBe("reading");
  await expect.poll(() => find("GET")).toBeDefined();
  find("GET")?.respond({ ...rma, id });
  await expect.poll(() => find("PATCH")).toBeDefined();
  return app;
};

const refusal = { detail: "No.", outcome: "refused" };

test("a decision that is refused after its screen was left, which didn't ask, is announced and shown again", async () => {
  const { open, address } = await startSave(81);
  open("/rmas");
  await expect.poll(seen).toContain("All RMAs");
  find("PATCH")?.respond(refusal, 400);
  await expect.poll(seen).toContain("RMA 81 wasn't saved");
  await pressButton("Open");
  await expect.poll(address).toBe("/rmas/81");
  await expect.poll(seen).toContain("Nothing was saved.");
});

test("a refusal that a screen shows is not announced", async () => {
  const { open } = await startSave(82);
  open("/rmas");
  await expect.poll(seen).toContain("All RMAs");
  open("/rmas/82");
  await expect.poll(seen).toContain("Saving…");
  find("PATCH")?.respond(refusal, 400);
  await expect.poll(seen).toContain("Nothing was saved.");
  expect(seen()).not.toContain("wasn't saved");
});

// @vitest-environment happy-dom

const one = waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }]);
const [item] = one.items;
const undo = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Undo");

/** A store with a typed note, whose save never ends. */
const openStore = () => {
  const store = createDecisionStore({
    record: () => one,
    read: () => new Promise(() => {}),
    send: () => new Promise(() => {}),
    cache: () => undefined,
    loadDraft: () => ({}),
    storeDraft: () => undefined,
  });
  store.type(item!, "note", "Seen");
  return { store, note: () => store.unsent.get().draft[7]?.note?.text };
};

const discardNote = async () => {
  openTestApp({ "/": () => <main /> });
  const { store, note } = openStore();
  discardDecision(store);
  expect(note()).toBeUndefined();
  await expect.poll(undo).toBeDefined();
  return { store, note };
};

test("discarded changes can be brought back", async () => {
  const { note } = await discardNote();
  await pressButton("Undo");
  expect(note()).toBe("Seen");
});

test("discarded changes can't replace what is typed after that", async () => {
  const { store, note } = await discardNote();
  store.type(item!, "note", "Broken");
  await expect.poll(undo).toBeUndefined();
  expect(note()).toBe("Broken");
});

test("a decision that is being saved is not discarded", () => {
  const { store, note } = openStore();
  void store.save(() => undefined);
  discardDecision(store);
  expect(note()).toBe("Seen");
});
