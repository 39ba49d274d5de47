// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import type { Rma, RmaItem } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma } from "#web/api/rmas.ts";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { waitingRma } from "#web/testing/rma.ts";
import { RmaDetail } from "./rma-detail.tsx";
import { createDecisionPlan, findDecision } from "./use-decision.ts";

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
const kindOf = (id: number) => findDecision(id)?.state.get().phase.kind;
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
  await pressButton("All");
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

test("a refusal of a field is shown at the field until something is changed", async () => {
  await startSave(83);
  find("PATCH")?.respond(
    { ...refusal, issues: [{ path: "0.approvedQuantity", message: "Too many." }] },
    400,
  );
  await expect.poll(seen).toContain("See the 1 highlighted field.");
  expect(seen()).toContain("Too many.");
  await pressButton("Discard");
  await expect.poll(seen).not.toContain("Too many.");
});

const undo = () =>
  [...document.querySelectorAll(".notification button")].find(
    ({ textContent }) => textContent === "Undo",
  );
const noteOf = (id: number) => findDecision(id)?.document.get()["7.note"]?.text;

/** Opens an RMA with a note in its draft. */
const openNoted = async (id: number) => {
  cacheRma(id, { value: { ...rma, id }, problems: [], total: undefined });
  openTestApp({ "/rmas/$id": RmaDetail }, `/rmas/${id}`);
  await expect.poll(() => findDecision(id)).toBeDefined();
  const { document: draft, save } = findDecision(id)!;
  draft.change({ "7.note": { text: "Seen", was: "" } });
  await expect.poll(seen).toContain("Save 1 line");
  return { draft, save };
};

test("discarded changes can be brought back", async () => {
  await openNoted(84);
  await pressButton("Discard");
  expect(noteOf(84)).toBeUndefined();
  await expect.poll(undo).toBeDefined();
  undo()?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(noteOf(84)).toBe("Seen");
});

test("discarded changes can't replace what is typed after that", async () => {
  const { draft } = await openNoted(85);
  await pressButton("Discard");
  await expect.poll(undo).toBeDefined();
  draft.change({ "7.note": { text: "Broken", was: "" } });
  await expect.poll(undo).toBeUndefined();
  expect(noteOf(85)).toBe("Broken");
});

test("a draft that is older than the RMA isn't sent", async () => {
  const { draft, save } = await openNoted(86);
  draft.change({ "7.note": { text: "Mine", was: "Earlier" } });
  await expect.poll(seen).toContain("Conflict: this RMA has changed");
  await save();
  expect([kindOf(86), find("PATCH")]).toEqual(["editing", undefined]);
});

const decided = (approvedQuantity: number, deniedQuantity: number): RmaItem => ({
  quantity: approvedQuantity + deniedQuantity,
  approvedQuantity,
  deniedQuantity,
  bundleComponents: [],
});

test.each<[string, Partial<Rma>, string]>([
  ["a part", {}, "RMA-87 saved: 2 lines. Status: Waiting"],
  [
    "the last units",
    { rmaStatus: "Partially Approved", items: [decided(2, 0), decided(0, 1)] },
    "RMA-87 decided: 2 approved, 1 denied",
  ],
  [
    "units of a denied RMA",
    { rmaStatus: "Denied", items: [decided(0, 3)] },
    "RMA-87 decided: 3 denied",
  ],
])("what is saved in a queue is said: %s", (_, given, words) => {
  const onSaved = vi.fn<(words: string, found: boolean, rma: Rma) => void>();
  const plan = createDecisionPlan(87, rma, onSaved);
  const typed = { text: "1", was: "0" };
  const parts = [{ "7.approvedQuantity": typed, "7.creditedAmount": typed, "8.note": typed }];
  const value = { ...rma, rmaNumber: "RMA-87", ...given };
  plan.saved({ value, problems: [], total: undefined }, { parts, found: true });
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(words, true, value);
});
