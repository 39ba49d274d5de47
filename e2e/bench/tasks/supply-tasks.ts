import { expect } from "@playwright/test";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Task } from "./task.ts";

const everything =
  "/reseller-channels/1/products/parents?filterUpdatedAfter=2000-01-01T00:00:00.000Z&filterPageSize=50&filterPageNumber=1";

let sku = "";
const findSku: Task = {
  name: "find a SKU from the webhooks",
  before: "typing + 1 click",
  most: { clicks: 2, keys: 1 },
  prepare: async ({ page }, api, turn) => {
    const products = await api<{ sku: string }[]>(everything);
    sku = products[7 + turn]?.sku ?? "";
    await page.goto("/products?channel=1");
    await expect(page.getByText(/^All [\d,]+ products$/)).toBeVisible({ timeout: 60_000 });
    await page.goto("/webhooks", { waitUntil: "networkidle" });
  },
  run: async ({ page, way, act, press, type }) => {
    if (way === "mouse") {
      const field = page.getByRole("searchbox", { name: "Search products" });
      await act(page.getByRole("link", { name: "Products", exact: true }));
      await act(field);
      await expect(field).toBeFocused();
      await type(sku.toLowerCase());
      const first = page.getByRole("grid", { name: "Products" }).locator('[data-index="0"]');
      await expect(first).toContainText(sku);
      return;
    }
    await press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("combobox")).toBeFocused();
    await type(sku.toLowerCase());
    await expect(page.getByRole("option", { selected: true })).toContainText(sku);
  },
};

let order: PurchaseOrder | undefined;
const findOrder: Task = {
  name: "purchase order by number",
  before: "/, number, Enter, 1 click",
  prepare: async ({ page }, api, turn) => {
    order = (await api<PurchaseOrder[]>("/purchase-orders?pageSize=50"))[20 + turn];
    await page.goto("/purchase-orders", { waitUntil: "networkidle" });
    await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  },
  run: async ({ page, way, act, press, type }) => {
    const number = order?.purchaseOrderNumber ?? "";
    const field = page.getByRole("searchbox").first();
    if (way === "mouse") await act(field);
    else await press("/");
    await expect(field).toBeFocused();
    await type(number);
    await press("Enter");
    await expect(page.locator("main [data-row-link]")).toHaveCount(1);
    if (way === "mouse") await act(page.getByRole("link", { name: number }));
    else {
      await press("ArrowDown");
      await press("Enter");
    }
    await expect(page.getByRole("heading", { level: 1, name: number })).toBeVisible();
  },
};

const acknowledgeTen: Task = {
  name: "acknowledge ten",
  before: "10 ticks + 2 clicks",
  prepare: async ({ page }) => {
    await page.goto("/purchase-orders?filterStatus=processing,processed&size=25");
    await expect(page.locator("main [data-row-link]").nth(9)).toBeVisible();
  },
  run: async ({ page, way, act, press }) => {
    const ticks = page.getByRole("checkbox", { name: /^Select .*\d/ });
    for (let row = 0; row < 10; row += 1)
      if (way === "mouse") await act(ticks.nth(row));
      else {
        await press("j");
        await press("x");
      }
    await act(page.getByRole("button", { name: "Acknowledge…" }));
    await act(page.getByRole("dialog").getByRole("button", { name: "Acknowledge 10 orders" }));
    const strip = page.getByRole("region", { name: "Orders in progress" });
    await expect(strip).toContainText("10 of 10 orders acknowledged");
    await strip.getByRole("button", { name: "Close" }).click();
  },
};

let source = "";
const receive: Task = {
  name: "receive one source",
  before: "choose, 1 click",
  prepare: async ({ page }, api) => {
    const open = await api<PurchaseOrder[]>("/purchase-orders?filterStatus=processing&pageSize=50");
    const sources = await api<{ id: number; name: string }[]>("/sources");
    source = sources.find(({ id }) => id === open[0]?.sourceId)?.name ?? "";
    await page.goto("/received-orders", { waitUntil: "networkidle" });
  },
  run: async ({ page, act, choose }) => {
    await choose(page.getByRole("combobox", { name: "Source" }), source);
    await act(page.getByRole("button", { name: "Receive orders" }));
    await act(page.getByRole("dialog").getByRole("button", { name: "Receive" }));
    await expect(page).toHaveURL(/received-orders\/\d+$/);
  },
};

export const supplyTasks = [findSku, findOrder, receive, acknowledgeTen];
