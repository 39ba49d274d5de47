// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { askAgain } from "#web/base/served.ts";
import { openTestApp, typeText } from "#web/testing/app.tsx";
import { readWithoutResponse, Reads } from "#web/testing/reads.tsx";
import { PurchaseOrderList } from "./purchase-order-list.tsx";

vi.mock("./lazy-order-runs.tsx", () => ({
  OrderSelection: () => null,
  OrderRunStrip: () => <section aria-label="Orders in progress" />,
}));

afterEach(() => vi.unstubAllGlobals());

const lists = ["purchase-orders", "list"];
const find = (selector: string) => document.querySelector<HTMLInputElement>(selector);

test("the order ID that is typed, and the run, stay while a list that isn't offered is read again", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    path.startsWith("/api/received-orders")
      ? Response.json([])
      : path === "/api/account"
        ? Response.json({ id: 1 })
        : Response.json({ detail: "Not found" }, { status: 501 }),
  );
  const List = () => (
    <>
      <PurchaseOrderList />
      <Reads of={lists} />
    </>
  );
  openTestApp({ "/purchase-orders": List }, "/purchase-orders");
  const field = () => find("[aria-label='Purchase order ID']");
  await expect.poll(field).not.toBeNull();
  const [shown, run] = [field(), find("[aria-label='Orders in progress']")];
  typeText(shown!, "137");
  askAgain();
  await readWithoutResponse(lists);
  expect([field(), shown?.value]).toEqual([shown, "137"]);
  expect(find("[aria-label='Orders in progress']")).toBe(run);
  expect(run).not.toBeNull();
});
