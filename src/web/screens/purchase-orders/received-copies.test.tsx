// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { allReceivedOrders } from "#web/api/received-orders.ts";
import { queryClient } from "#web/api/query-client.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { PurchaseOrderDetail } from "./purchase-order-detail.tsx";
import { PurchaseOrderList } from "./purchase-order-list.tsx";

vi.mock("./lazy-order-runs.tsx", () => ({
  OrderSelection: () => null,
  OrderRunStrip: () => null,
  OrderRunResult: () => null,
}));

afterEach(() => vi.unstubAllGlobals());

const text = () => document.body.textContent;
const run = { id: 1, state: "received", requestedAt: "2026-11-20T10:00:00Z", orderCount: 1 };
const order = { id: 7, purchaseOrderNumber: "PO-2007" };

type Answer = () => Response | Promise<Response>;

/** An upstream without orders; the gateway answers `readRuns` for what this console received. */
const serve = (readRuns: Answer) =>
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/api/received-orders/1"))
      return Response.json({ ...run, orders: [order] });
    if (path.startsWith("/api/received-orders")) return readRuns();
    if (path === "/api/account") return Response.json({ id: 1 });
    return Response.json({ detail: "No such operation." }, { status: 501 });
  });

const failure = () => Response.json({ detail: "The database is busy." }, { status: 503 });
const openList = () => openTestApp({ "/purchase-orders": PurchaseOrderList }, "/purchase-orders");
const Reading = () => <i>{useQuery({ ...allReceivedOrders(), enabled: false }).fetchStatus}</i>;
const Order = () => (
  <>
    <PurchaseOrderDetail />
    <Reading />
  </>
);
const openOrder = () => openTestApp({ "/purchase-orders/$id": Order }, "/purchase-orders/7");

test("received orders that can't be loaded are an error, not an empty list", async () => {
  let answer: Answer = failure;
  serve(() => answer());
  openList();
  await expect.poll(text).toContain("The database is busy.");
  expect(text()).not.toContain("The service can only receive purchase orders");
  answer = () => Response.json([run]);
  await pressButton("Try again");
  await expect.poll(text).toContain("PO-2007");
});

test("received orders stay while they can't be loaded again", async () => {
  const { queryKey } = allReceivedOrders();
  queryClient.setQueryData(queryKey, { value: [order as never], problems: [], total: 1 });
  serve(failure);
  openList();
  await expect.poll(text).toContain("PO-2007");
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(text).toContain("The database is busy.");
  expect(text()).toContain("PO-2007");
});

test("no failure is shown while it is unknown whether this console received the order", async () => {
  let respond = (_: Response) => {};
  serve(() => new Promise((resolve) => (respond = resolve)));
  openOrder();
  await expect.poll(() => document.querySelector("i")?.textContent).toBe("fetching");
  const content = () => document.querySelector("[role=alert], [aria-label=Loading]");
  await expect.poll(content).not.toBeNull();
  expect(content()?.getAttribute("aria-label")).toBe("Loading");
  respond(Response.json([run]));
  await expect.poll(text).toContain("Shown as received");
  expect(document.querySelector("h1")?.textContent).toBe("PO-2007");
});

test("an order whose received version can't be loaded says so", async () => {
  serve(failure);
  openOrder();
  await expect.poll(text).toContain("The database is busy.");
});

test("an order that wasn't received here is shown as not available", async () => {
  serve(() => Response.json([]));
  openOrder();
  await expect.poll(text).toContain("The service doesn't offer this.");
});
