// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { OrderTimeline } from "./order-timeline.tsx";

afterEach(() => vi.unstubAllGlobals());

const { value: order } = readAnswer(PurchaseOrder, {
  id: 7,
  sentAt: "2026-11-20T09:00:00Z",
  acknowledgedAt: "2026-11-20T11:00:00Z",
});

const run = {
  id: 12,
  state: "received",
  requestedAt: "2026-11-20T10:00:00Z",
  requestedBy: "Ada",
  orderCount: 2,
  orderIds: [6, 7],
};

/** Opens the timeline where the gateway lists these runs; resolves to the requests once they have their response. */
const open = async (runs: readonly object[]) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json(runs);
  });
  openTestApp({ "/": () => <OrderTimeline order={order} /> });
  await expect.poll(() => asked.length).toBe(1);
  return asked;
};

const events = () =>
  [...document.querySelectorAll("[role=listitem]")].map(({ textContent }) => textContent);
const link = () => document.querySelector("[role=listitem] a");

test("the run that received an order is among its dates: by whom, when, and a link to the run", async () => {
  const asked = await open([run]);
  await expect.poll(() => events()).toHaveLength(3);
  expect(events()[1]).toMatch(/^Received by Ada.*2026/);
  expect(link()?.getAttribute("href")).toBe("/received-orders/12");
  expect(asked).toEqual([expect.stringMatching(/^\/api\/received-orders\?orderId=7&pageSize=1$/)]);
});

test("without sign-in, the link says that it was here", async () => {
  await open([{ ...run, requestedBy: null }]);
  await expect.poll(() => link()?.textContent).toBe("Received here");
});

test("a gateway of an earlier version lists other runs, which received other orders", async () => {
  await open([{ ...run, orderIds: [6] }]);
  await expect.poll(() => events()).toHaveLength(2);
  expect(link()).toBeNull();
});
