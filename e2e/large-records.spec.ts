import type { Page } from "@playwright/test";
import { startHostileConsole } from "./support/hostile-upstream.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";

/** The most entries that a product has on a marketplace (a limit of the largest shop system). */
const many = 2_048;
const numbers = Array.from({ length: many }, (_, at) => at + 1);
const moment = "2026-01-01T00:00:00.000Z";

/** Each with 2,048 entries in every list. */
const product = {
  id: 1,
  account_id: 1,
  channel_id: 1,
  sku: "MANY",
  title: "Shirt in many sizes",
  updated_at: moment,
  images: numbers.map((id) => ({
    id,
    url: `data:image/gif;base64,R0lGODlhAQABAAAAACw=#image-${id}`,
    sort_order: id,
  })),
  options: [{ id: 1, name: "Size" }],
  attributes: numbers.map((id) => ({ id, name: `Attribute ${id}`, value: `Value ${id}` })),
  variants: numbers.map((id) => ({
    id,
    channel_id: 1,
    reseller_product_parent_id: 1,
    sku: `MANY-${id}`,
    upc: String(12345670000 + id).padStart(12, "0"),
    price: 12345678.9,
    quantity: id,
    option_values: [{ id, name: "Size", value: `Size ${id}` }],
    images: [{ id, url: `data:image/gif;base64,R0lGODlhAQABAAAAACw=#variant-${id}` }],
  })),
};

const shipment = (id: number) => ({
  id,
  trackingNumber: `TRACK-${id}`,
  insertedAt: moment,
  shipmentItems: [{ id, sku: `SKU-${id}`, quantity: 1 }],
});

const order = {
  id: 1,
  purchaseOrderNumber: "Order with many",
  purchaseOrderStatus: "Processing",
  createdAt: moment,
  customFields: numbers.map((id) => ({ id, name: `Field ${id}`, value: `Value ${id}` })),
  purchaseOrderAttributes: numbers.map((id) => ({ id, key: `Key ${id}`, value: `Value ${id}` })),
  tags: numbers.map((id) => `Tag ${id}`),
  purchaseOrderItems: numbers.map((id) => ({
    id,
    sku: `SKU-${id}`,
    title: `Item ${id}`,
    quantity: 1,
    cost: 1,
  })),
  shipments: numbers.map(shipment),
  sourceInvoices: numbers.map((id) => ({
    id,
    invoiceNumber: `Invoice ${id}`,
    totalCost: 1,
    invoiceItems: [
      { id, sku: `SKU-${id}`, invoiceItemType: { name: "Product", handle: "product" } },
    ],
  })),
};

const rma = (status: string, id = 1) => ({
  id,
  returnId: 1,
  rmaNumber: `RMA ${id}`,
  rmaStatus: status,
  createdAt: moment,
  items: numbers.map((line) => ({
    id: id * 10_000 + line,
    returnItemId: line,
    rmaId: id,
    sku: `SKU-${line}`,
    title: `Line ${line}`,
    quantity: 2,
    cost: 5,
    returnReason: "Damaged",
  })),
  rmaShipments: numbers.map((line) => ({
    id: line,
    shipment: shipment(line),
    attachments: [
      { id: line, attachmentType: "Label", attachmentUrl: `https://a.example/${line}` },
    ],
  })),
});

const returned = {
  id: 1,
  returnNumber: "Return with many",
  status: "open",
  orderId: 5,
  insertedAt: moment,
  items: numbers.map((id) => ({
    id,
    orderItemId: id,
    sku: `SKU-${id}`,
    title: `Item ${id}`,
    returnQuantity: 1,
    salesPrice: 10,
    refundedAmount: 5,
  })),
  rmas: [
    rma("Waiting"),
    ...numbers.slice(1).map((id) => ({ ...rma("Waiting", id), items: [], rmaShipments: [] })),
  ],
};

/** Beyond 2^53: as a number of JavaScript it would be ...992. */
const largeId = "9007199254740993";
const largeOrder = `{"id":${largeId},"purchaseOrderNumber":"Order with large IDs","totalCost":12345678.9,"totalItems":12345678,"totalQuantity":12345678,"shippedQuantity":12345678,"totalShippingCost":12345678.9,"totalFees":12345678.9,"totalTax":12345678.9,"purchaseOrderItems":[{"id":1,"sku":"A","inventoryVariantId":${largeId}}]}`;
const largeRma = `{"id":${largeId},"rmaNumber":"RMA with large IDs","rmaStatus":"Waiting","items":[{"id":${largeId},"sku":"A","quantity":2}]}`;
const json = (text: string) =>
  new Response(text, { headers: { "Content-Type": "application/json", "X-Total-Count": "1" } });

/** Eight digits before the point. */
const amount = 12_345_678.9;
const amounts = {
  createdAt: moment,
  insertedAt: moment,
  items: [
    {
      id: 1,
      sku: "A",
      quantity: 12_345_678,
      cost: amount,
      creditedAmount: amount,
      returnQuantity: 12_345_678,
      refundedAmount: amount,
    },
  ],
  totalRmas: 12_345_678,
  totalReturnItems: 12_345_678,
  totalRmaItems: 12_345_678,
  creditSubtotal: amount,
  creditAdjustment: -amount,
  returnTotal: amount,
  refundSubtotal: amount,
  refundAdjustment: -amount,
  refundTotal: amount,
};

const lists: Readonly<Record<string, unknown>> = {
  "/account": { id: 1, name: "Large" },
  "/channel/": [{ id: 1, name: "Shop", channelType: "reseller" }],
  "/sources": [],
  "/reseller-channels/1/products/parents": [product],
  "/purchase-orders/1": order,
  "/rma/1": rma("Waiting"),
  "/rma/2": rma("Approved", 2),
  "/rma": [{ id: 3, rmaNumber: "RMA 3", rmaStatus: "Waiting", creditTotal: amount, ...amounts }],
  "/returns": [{ id: 3, returnNumber: "Return 3", status: "open", ...amounts }],
  "/returns/1": returned,
};
const texts: Readonly<Record<string, string>> = {
  "/purchase-orders": `[${largeOrder}]`,
  [`/purchase-orders/${largeId}`]: largeOrder,
  [`/rma/${largeId}`]: largeRma,
  [`/rmas/${largeId}/items`]: largeRma,
};

let large: Awaited<ReturnType<typeof startHostileConsole>>;
test.beforeAll(async () => {
  large = await startHostileConsole(({ pathname }) => {
    const text = texts[pathname];
    return text === undefined ? lists[pathname] : json(text);
  });
});
test.afterAll(() => large.close());

const productPath = "/products/1?channel=1&after=2025-12-31T00:00:00.000Z";

/** Opens a record in the open page; its heading differs from the one before. */
const expectFirst = async (page: Page, path: string, heading: string): Promise<void> => {
  await navigateTo(page, path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(page.getByText("First 100 of 2,048").first()).toBeVisible();
  // All of a product's variants were 289,000.
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(20_000);
};

test(`a product with ${many} entries in each list draws the first of them, and finds a variant by its size, and by its barcode in each spelling`, async ({
  page,
}) => {
  await page.goto(`${large.url}/connection`);
  await expectFirst(page, productPath, "Shirt in many sizes");
  const table = page.getByRole("table", { name: "Variants of this product" });
  const search = page.getByRole("searchbox", { name: "Search variants" });
  await expect(table.getByText("MANY-100", { exact: true })).toBeVisible();
  for (const typed of [
    "size 2011",
    "MANY-2011",
    "0012345672011",
    "12345672011",
    "0-12345-67201-1",
  ]) {
    await search.fill(typed);
    await expect(table.getByText("MANY-2011", { exact: true })).toBeVisible();
    await expect(table.getByRole("row")).toHaveCount(3);
  }
  await test.step("on a phone, an amount of eight digits is on one line in a variant's card", async () => {
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    const price = table.getByText("12,345,678.90", { exact: true }).first();
    await expect(price).toBeVisible();
    const [lines, needed, beside] = await price.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const row = element.closest("tr")!;
      return [text.getClientRects().length, row.scrollWidth, row.clientWidth] as const;
    });
    expect(lines).toBe(1);
    expect(needed).toBeLessThanOrEqual(beside);
    await page.setViewportSize({ width, height });
  });
  await search.fill("none");
  await expect(page.getByText("No matching variants")).toBeVisible();
  await search.fill("");
  const sheet = page.getByRole("region", { name: "Variants", exact: true });
  await sheet.getByRole("button", { name: "Show 100 more" }).click();
  await expect(table.getByText("MANY-200", { exact: true })).toBeVisible();
});

test(`orders, returns and RMAs with ${many} entries in each list draw the first of them; a line with an error stays while others are searched`, async ({
  page,
}) => {
  await page.goto(`${large.url}/connection`);
  await expectFirst(page, "/purchase-orders/1", "Order with many");
  await expectFirst(page, "/returns/1", "Return with many");
  await expectFirst(page, "/rmas/2", "RMA 2");
  await expectFirst(page, "/rmas/1", "RMA 1");
  const lines = page.getByRole("region", { name: "Lines" });
  await lines
    .getByRole("listitem", { name: "Line 7", exact: true })
    .getByLabel(/^Approve, /)
    .fill("9");
  const search = lines.getByRole("searchbox", { name: "Search lines" });
  await search.fill("none");
  await expect(lines.getByText("No matching lines")).toBeVisible();
  await expect(lines.getByRole("listitem")).toHaveCount(1);
  await search.fill("Line 2012");
  await expect(lines.getByRole("listitem")).toHaveCount(2);
  await expect(lines.getByRole("listitem", { name: "Line 2012", exact: true })).toBeVisible();
});

test("the digits of a 64-bit ID are shown, linked, and sent back", async ({ page }) => {
  await page.goto(`${large.url}/purchase-orders`);
  await page.getByRole("link", { name: "Order with large IDs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order with large IDs" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/purchase-orders/${largeId}`);
  await page.getByText("Details", { exact: true }).first().click();
  await expect(page.getByText(largeId).first()).toBeVisible();
  await expect(page.getByText("Some fields are unreadable")).toBeHidden();
  await expect(page.getByText("9007199254740992")).toHaveCount(0);
  await page.goto(`${large.url}/rmas/${largeId}`);
  await page.getByLabel(/^Approve, /).fill("1");
  const sent = page.waitForRequest((one) => one.method() === "PATCH");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe(`/api/rmas/${largeId}/items`);
  expect(request.postData()).toContain(`"id":${largeId},`);
});

test("numbers of eight digits are whole in every list at 1280 px", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${large.url}/connection`);
  for (const path of ["/rmas", "/returns", "/purchase-orders"])
    await test.step(path, async () => {
      await navigateTo(page, path);
      await expect(page.locator(`.table__body a[href^="${path}/"]`).first()).toBeVisible();
      await page.getByRole("button", { name: "Columns" }).click();
      const dialog = page.getByRole("dialog", { name: "Columns" });
      const hidden = dialog.getByRole("checkbox", { checked: false });
      await expect(dialog.getByRole("checkbox").first()).toBeVisible();
      for (let left = await hidden.count(); left > 0; left--) await hidden.first().check();
      await page.keyboard.press("Escape");
      const cells = page.locator(".table__body [data-align=end]");
      await expect(cells.filter({ hasText: "12,345,678" }).first()).toBeVisible();
      const cut = await cells.evaluateAll((all) =>
        (all as HTMLElement[]).flatMap((cell) =>
          cell.scrollWidth > cell.clientWidth
            ? [`${cell.dataset["label"]}: ${cell.textContent}`]
            : [],
        ),
      );
      expect(cut).toEqual([]);
    });
});
