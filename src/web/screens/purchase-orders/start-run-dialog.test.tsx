// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { ApiError } from "#web/base/api-error.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { startBulkRun } from "#web/api/bulk-runs.ts";
import { StartRunDialog } from "./order-selection.tsx";

// Other files of the same worker load the rest of it.
vi.mock("#web/api/bulk-runs.ts", async (original) => ({
  ...(await original<object>()),
  startBulkRun: vi.fn<() => Promise<void>>(),
}));

const order = {
  id: 1,
  purchaseOrderNumber: "PO-1",
  purchaseOrderStatus: { handle: "processed", name: "Processed" },
} as unknown as PurchaseOrder;

test("a run that can't start says so in a notice", async () => {
  vi.mocked(startBulkRun).mockRejectedValue(
    new ApiError("The disk is full.", { status: 503, outcome: "refused" }),
  );
  const Dialog = () => (
    <StartRunDialog move="acknowledge" orders={[order]} onStarted={() => {}} onClose={() => {}} />
  );
  openTestApp({ "/": Dialog });
  await pressButton("Acknowledge 1 order");
  const find = (selector: string) => document.querySelector(selector)?.textContent;
  await expect.poll(() => find("[role=alert] [role=heading]")).toBe("Couldn't start");
  expect(find("[role=alert] p")).toBe("Nothing was sent: The disk is full.");
});
