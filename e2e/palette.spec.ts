import type { Page } from "@playwright/test";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { loadCatalog, untilCataloged } from "./support/products.ts";
import { expect, test } from "./support/test.ts";
import { whenKeysHeard } from "./support/when-keys-heard.ts";

/* The command palette by keyboard only, and by touch. */

const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const field = (page: Page) => palette(page).getByRole("combobox");
const active = (page: Page) => palette(page).getByRole("option", { selected: true });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
};

const useScreens = async (page: Page) => {
  await openPalette(page);
  await page.keyboard.insertText("returns");
  await expect(active(page)).toHaveText("Returns");
  await page.keyboard.press("Enter");
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  await openPalette(page);
  await page.keyboard.insertText("columns");
  await expect(active(page)).toContainText("Select columns");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Columns" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openPalette(page);
  await page.keyboard.insertText("export this page");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^returns-.*\.csv$/);

  const search = page.getByRole("searchbox", { name: "Search returns" });
  await search.focus();
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(search).toBeFocused();
  await openPalette(page);
  await page.keyboard.type("received ord");
  await expect(active(page)).toHaveText("Received orders");
  await expect(palette(page).locator("mark").first()).toHaveText("Received");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Received orders")).toBeFocused();
  await openPalette(page);
  await page.keyboard.insertText("dark colors");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
};

const findOrder = async (page: Page, order: PurchaseOrder) => {
  const number = order.purchaseOrderNumber!;
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?:purchase-orders|rmas|returns)/.test(pathname)) asked.push(pathname);
  });
  await openPalette(page);
  await page.keyboard.type("order number none-1");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toContainText("No purchase order has the number none-1.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(`order ${number.toLowerCase()}`);
  await expect(active(page)).toContainText("Purchase order number");
  expect(asked).toEqual(["/api/purchase-orders"]);
  await page.keyboard.press("Enter");
  await expect(heading(page, number)).toBeFocused();
  expect(asked).toEqual([
    "/api/purchase-orders",
    "/api/purchase-orders",
    `/api/purchase-orders/${order.id}`,
  ]);

  // The key does nothing while a dialog is open.
  await openPalette(page);
  await page.keyboard.insertText("acknowledge");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Acknowledge/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("Escape");

  await openPalette(page);
  await page.keyboard.insertText("webhooks");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Webhooks")).toBeFocused();
  await openPalette(page);
  await expect(active(page)).toContainText(number);
  await page.keyboard.press("Enter");
  await expect(heading(page, number)).toBeFocused();
};

const findProduct = async (page: Page, { sku, title }: { sku: string; title: string }) => {
  await openPalette(page);
  await page.keyboard.type(sku.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(heading(page, title)).toBeFocused();
  await openPalette(page);
  await page.keyboard.insertText("no such thing anywhere");
  await expect(palette(page)).toContainText("No matches. Type a screen, an action");
  await page.keyboard.press("Escape");
};

test("by keyboard only, finds records that are not loaded, opens screens, and runs their actions", async ({
  page,
  stack,
  api,
}) => {
  const [order] = await api<PurchaseOrder[]>("/purchase-orders?filterStatus=processing");
  const products = await api<{ sku: string; title: string }[]>(
    "/reseller-channels/6/products/parents?filterUpdatedAfter=2000-01-01T00:00:00.000Z&filterPageSize=50&filterPageNumber=1",
  );
  await loadCatalog(stack.url, 6);
  await page.goto(`${stack.url}/products?channel=6`);
  await untilCataloged(page);
  await page.goto(`${stack.url}/webhooks`);
  await whenKeysHeard(page);
  await test.step("an order that is not loaded opens by its number with one request, and is then a recent record", () =>
    findOrder(page, order!));
  await test.step("a SKU is found in the catalog, also if Enter is pressed before the results are shown", () =>
    findProduct(page, products[11]!));
  await test.step("a screen opens while a field has the focus, runs its actions, and returns the focus", () =>
    useScreens(page));
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("opens a recent record from the search in the header", async ({ page, stack }) => {
    await page.goto(`${stack.url}/rmas/1`);
    const name = (await heading(page, /RMA-/).textContent()) ?? "";
    await page.goto(`${stack.url}/returns`);
    await page.getByRole("button", { name: "Search", exact: true }).tap();
    await palette(page).getByRole("option", { name }).tap();
    await expect(heading(page, name)).toBeVisible();
    await page.getByRole("button", { name: "Search", exact: true }).tap();
    await palette(page).getByRole("button", { name: "Close" }).tap();
    await expect(palette(page)).toBeHidden();
  });
});
