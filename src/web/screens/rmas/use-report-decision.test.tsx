// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma } from "#web/api/rmas.ts";
import { session } from "#web/base/session.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { getDesk } from "./decision-desks.ts";
import type { LineOrder } from "./line-units.tsx";
import { waitingRma } from "#web/testing/rma.ts";

const rma = waitingRma([
  { id: 7, quantity: 3, bundleComponents: [] },
  { id: 8, quantity: 2, bundleComponents: [] },
]);

/** The responses that the next requests wait for, in their order, as functions that send them. */
const requests: { method: string; respond: (body: unknown, status?: number) => void }[] = [];

beforeEach(() => {
  requests.length = 0;
  session.set({ signIn: "none", person: null });
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  vi.stubGlobal(
    "fetch",
    (_: string, { method = "GET" }: RequestInit = {}) =>
      new Promise<Response>((resolve) => {
        const respond = (body: unknown, status = 200) =>
          resolve(new Response(JSON.stringify(body), { status }));
        requests.push({ method, respond });
      }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  session.set({ signIn: "none", person: null });
});

const order = { search: { state: "absent" }, units: new Map() } as unknown as LineOrder;

const Decision = ({ id }: { id: number }) => (
  <DecisionForm id={id} rma={{ ...rma, id }} next={undefined} queue="none" order={order}>
    <h1>RMA {id}</h1>
  </DecisionForm>
);

const seen = () => document.body.textContent;
const kindOf = (id: number) => getDesk(id).saving.get().kind;
const find = (method: string) => requests.find((one) => one.method === method);

/** Opens an RMA, decides it, and starts to save it: the RMA has been read again. */
const startSave = async (id: number) => {
  cacheRma(id, { value: { ...rma, id }, problems: [], total: undefined });
  const app = openTestApp(
    { [`/rmas/${id}`]: () => <Decision id={id} />, "/rmas": () => <h1>All RMAs</h1> },
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
