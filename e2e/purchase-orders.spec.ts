import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { expect, test } from "./support/test.ts";

test("an order is found by its number and shown whole", async ({ page, api, stack }) => {
  const orders = await api<PurchaseOrder[]>("/purchase-orders?filterFulfilmentStatus=shipped");
  const order = orders.find(
    ({ shipments, invoices }) => shipments.length > 0 && invoices.length > 0,
  )!;
  await page.goto(`${stack.url}/purchase-orders`);
  await page.getByRole("searchbox", { name: "Order numbers" }).fill(order.purchaseOrderNumber!);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`poNumbers=${order.purchaseOrderNumber}`));
  await page.getByRole("link", { name: order.purchaseOrderNumber! }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: order.purchaseOrderNumber! }),
  ).toBeVisible();
  for (const { sku } of order.purchaseOrderItems)
    await expect(
      page.getByRole("region", { name: "Items", exact: true }).getByText(sku!),
    ).toBeVisible();
  for (const { invoiceNumber } of order.invoices)
    await expect(page.getByRole("article", { name: invoiceNumber! })).toBeVisible();
  const tracking = page.getByRole("region", { name: "Shipments", exact: true });
  await expect(tracking.getByText(order.shipments[0]!.trackingNumber!).first()).toBeVisible();
});

test("a deprecated status name is told beside the one that replaces it", async ({
  page,
  api,
  stack,
}) => {
  const old = "Duplicate PO/FR #";
  const orders = await api<PurchaseOrder[]>(
    `/purchase-orders?filterStatus=${encodeURIComponent(old)}`,
  );
  const order = orders.find(({ purchaseOrderStatus }) => purchaseOrderStatus?.name === old)!;
  await page.goto(`${stack.url}/purchase-orders/${order.id}`);
  await expect(page.getByText("Duplicate Fulfillment Request #").first()).toBeVisible();
  await expect(page.getByText(`formerly ${old}`)).toBeVisible();
});

test("looking at orders, at every screen and over every link, moves no order", async ({
  page,
  api,
  stack,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const count = () => api<number>("/purchase-orders/count?filterStatus=processing");
  const before = await count();
  const screens = [
    "/",
    "/purchase-orders",
    "/purchase-orders?filterStatus=processing",
    "/connection",
  ];
  for (const screen of screens) {
    await page.goto(stack.url + screen);
    await page.waitForLoadState("networkidle");
    const links = [
      ...(await page.getByRole("navigation").getByRole("link").all()),
      ...(await page.getByRole("main").getByRole("link").all()).slice(0, 20),
    ];
    for (const link of links) await link.hover();
  }
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => path.includes("/processing"))).toEqual([]);
  expect(asked.some((path) => path.startsWith("/api/purchase-orders"))).toBe(true);
  expect(await count()).toBe(before);
  expect(before).toBeGreaterThan(0);
});

test("an upstream that lists no orders says so", async ({ page, documentedOnly }) => {
  await page.goto(`${documentedOnly.url}/purchase-orders`);
  await expect(page.getByText("This upstream has no list of purchase orders")).toBeVisible();
});
