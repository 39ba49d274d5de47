// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { ReceiveSheet } from "./receive-sheet.tsx";

const run = { id: 7, state: "received", requestedAt: "2026-11-26T09:00:00Z", orderCount: 2 };
/** The requests that receive orders, and the function that answers the last one. */
const received: unknown[] = [];
let respond = (_body: unknown, _status?: number): void => undefined;

const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  received.length = 0;
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (url.startsWith("/api/purchase-orders/count")) return reply(2);
    if (url.startsWith("/api/sources")) return reply([{ id: 7, name: "Acme" }]);
    if (method !== "POST") return reply([]);
    received.push(JSON.parse(String(body)));
    return new Promise<Response>((resolve) => {
      respond = (answer, status) => resolve(reply(answer, status));
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const openScreen = (address: string) =>
  openTestApp(
    {
      "/received-orders": ReceiveSheet,
      "/received-orders/$id": () => <h1>One run</h1>,
      "/returns": () => <h1>Returns</h1>,
    },
    address,
  );
const readTitle = () => document.querySelector(".dialog__title")?.textContent;

test("receiving asks first, and pressing often sends once and opens the run", async () => {
  const screen = openScreen("/received-orders?source=7");
  await pressButton("Receive orders", 3);
  await expect.poll(readTitle).toBe("Receive 2 orders from Acme?");
  // A key that is held down goes on with the button that has the focus.
  await expect.poll(() => document.activeElement?.textContent).toBe("Cancel");
  await pressButton("Cancel");
  await expect.poll(readTitle).toBeUndefined();
  expect(received).toEqual([]);
  await pressButton("Receive orders");
  await pressButton("Receive", 5);
  await expect.poll(() => received).toEqual([{ sourceId: 7 }]);
  await expect.poll(readTitle).toBeUndefined();
  await pressButton("Receiving…");
  respond(run);
  await expect.poll(screen.address).toBe("/received-orders/7");
  expect(received).toHaveLength(1);
});

test.each([
  ["2 orders received and saved", run, 200, "/received-orders/7"],
  [
    "No orders changed. Not now.",
    { ...run, state: "refused", reason: "Not now." },
    200,
    "/received-orders/7",
  ],
  [
    "No orders received. Another run is in progress.",
    { detail: "Another run is in progress.", outcome: "refused" },
    409,
    "/received-orders",
  ],
])(
  "a run that ends after its screen was left is announced: %s",
  async (words, body, status, place) => {
    const screen = openScreen("/received-orders");
    await pressButton("Receive orders");
    await expect.poll(readTitle).toBe("Receive 2 orders from all sources?");
    await pressButton("Receive");
    await expect.poll(() => received).toEqual([{ sourceId: null }]);
    screen.open("/returns");
    await expect.poll(() => document.querySelector("h1")?.textContent).toBe("Returns");
    respond(body, status);
    await expect.poll(() => document.body.textContent).toContain(words);
    expect(screen.address()).toBe("/returns");
    await pressButton("Open");
    await expect.poll(screen.address).toBe(place);
  },
);
