import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import { expect, test } from "./support/test.ts";
import { whenKeysHeard } from "./support/when-keys-heard.ts";

/* The search over the gateway's copy of records, by Ctrl+K and in the lists. */

test("Ctrl+K finds a customer and a tracking number, and a list is filtered by its customer", async ({
  page,
  api,
  stack,
}) => {
  const orders = await api<PurchaseOrder[]>("/purchase-orders?filterPageSize=50");
  const order = orders.find(
    ({ shipments, shippingAddress }) =>
      shipments[0]?.trackingNumber && shippingAddress?.name && !shippingAddress.redacted,
  )!;
  const number = order.purchaseOrderNumber!;
  const customer = order.shippingAddress!.name!;
  const tracking = order.shipments[0]!.trackingNumber!;
  const palette = page.getByRole("dialog", { name: "Search", exact: true });
  const heading = page.getByRole("heading", { level: 1 });
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
  };
  await page.goto(stack.url);
  await expect(heading).toHaveText("Overview");
  await whenKeysHeard(page);
  await expect
    .poll(async () => {
      const headers = { "x-requested-by": "test" };
      const url = `${stack.url}/api/search?text=${encodeURIComponent(tracking)}`;
      return JSON.stringify(await (await page.request.get(url, { headers })).json());
    })
    .toContain('"phase":"ready"');

  await open(tracking);
  const found = palette.getByRole("group", { name: "Purchase orders" }).getByRole("option");
  await expect(found).toHaveText([new RegExp(`${number}.*Tracking ${tracking}`)]);
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(number);

  await open(customer.toLowerCase());
  const hit = palette.getByRole("option", { name: new RegExp(`Customer ${customer}`) }).first();
  await expect(hit).toBeVisible();
  await hit.click();
  await expect(heading).not.toHaveText("Overview");

  await page.goto(`${stack.url}/purchase-orders`);
  const search = page.getByRole("searchbox", { name: "Search orders" });
  await search.fill(customer);
  await search.press("Enter");
  const rows = page.locator("main [data-row-link]");
  await expect(rows.filter({ hasText: number })).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("q")).toBe(customer);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(search).toHaveValue("");
});

test("a return is found in its list by an item, together with the list's own filters", async ({
  page,
  api,
  stack,
}) => {
  const returns = await api<ReturnModel[]>("/returns?pageSize=50");
  const record = returns.find(({ items }) => items[0]?.sku)!;
  const other = record.status === "open" ? "closed" : "open";
  await page.goto(`${stack.url}/returns?q=${record.items[0]!.sku!}&status=${record.status}`);
  const rows = page.locator("main [data-row-link]");
  await expect(rows.filter({ hasText: record.returnNumber! })).toBeVisible();
  await page.goto(`${stack.url}/returns?q=${record.items[0]!.sku!}&status=${other}`);
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(rows.filter({ hasText: record.returnNumber! })).toHaveCount(0);
});
