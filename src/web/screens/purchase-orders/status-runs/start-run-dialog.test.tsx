// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { orderRun } from "./order-run.ts";
import { StartRunDialog } from "./start-run-dialog.tsx";

afterEach(() => vi.restoreAllMocks());

const order = {
  id: 1,
  purchaseOrderNumber: "PO-1",
  purchaseOrderStatus: { handle: "processed", name: "Processed" },
} as unknown as PurchaseOrder;

test("a run that can't start says so in a notice", async () => {
  vi.spyOn(orderRun, "start").mockRejectedValue(new Error("This browser can't store the run."));
  const Dialog = () => (
    <StartRunDialog move="acknowledge" orders={[order]} onStarted={() => {}} onClose={() => {}} />
  );
  openTestApp({ "/": Dialog });
  await pressButton("Acknowledge 1 order");
  const find = (selector: string) => document.querySelector(selector)?.textContent;
  await expect.poll(() => find("[role=alert] [role=heading]")).toBe("Couldn't start");
  expect(find("[role=alert] p")).toBe("Nothing was sent: This browser can't store the run.");
});
