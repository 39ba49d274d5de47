// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { readAnswer } from "#contract/read.ts";
import { ReceivedOrdersRunDetail } from "#contract/received-orders.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { ComparedOrders } from "./compared-orders.tsx";

const given = { id: 7, state: "unknown", requestedAt: "2026-11-26T09:00:00Z", orders: [] };
const run = readAnswer(ReceivedOrdersRunDetail, given).value;

afterEach(() => vi.unstubAllGlobals());

test("a second check that fails keeps the found orders, and which of them were cleared", async () => {
  const orders = [5, 6].map((id) => ({ id, purchaseOrderNumber: `PO-${id}` }));
  vi.stubGlobal("fetch", async () => Response.json({ comparable: true, whole: true, orders }));
  const Compared = () => (
    <ComparedOrders run={run} source="a" sourceName={String} busy={false} onKeep={() => {}} />
  );
  openTestApp({ "/": Compared });
  const box = () => document.querySelector<HTMLInputElement>("[aria-label='Select order PO-5']");
  await expect.poll(() => box()?.checked).toBe(true);
  box()?.click();
  await expect.poll(() => document.body.textContent).toContain("1 of 2 orders selected");
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Bad gateway" }, { status: 502 }));
  await pressButton("Check again");
  await expect.poll(() => document.querySelector("[role=alert]")).not.toBeNull();
  expect(document.body.textContent).toContain("1 of 2 orders selected");
  expect(box()?.checked).toBe(false);
});
