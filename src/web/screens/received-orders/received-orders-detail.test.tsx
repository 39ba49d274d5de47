// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { ReceivedOrdersDetail } from "./received-orders-detail.tsx";

afterEach(() => vi.unstubAllGlobals());

const text = () => document.body.textContent;
const none = "No orders in Processing.";
const notAdded = "No orders were added to this batch.";

test.each([
  ["received", null, none, notAdded],
  ["settled", { kind: "nothing-moved", settledAt: "2026-11-26T10:00:00Z" }, notAdded, none],
  ["settled", { kind: "recovered-elsewhere", settledAt: "2026-11-26T10:00:00Z" }, notAdded, none],
])("a %s run without orders says why: %j", async (state, settlement, shown, untrue) => {
  const run = { id: 7, state, settlement, requestedAt: "2026-11-26T09:00:00Z", orderCount: 0 };
  vi.stubGlobal("fetch", async (path: string) =>
    Response.json(path === "/api/received-orders/7" ? { ...run, orders: [] } : []),
  );
  openTestApp({ "/received-orders/$id": ReceivedOrdersDetail }, "/received-orders/7");
  await expect.poll(text).toContain(shown);
  expect(text()).not.toContain(untrue);
});
