import type { ResellerProductParent } from "#contract/products.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Rma } from "#contract/rmas.ts";
import { addRmas } from "./support/add-rmas.ts";
import { callApi } from "./support/call-api.ts";
import { expect, test } from "./support/test.ts";
import { whenKeysHeard } from "./support/when-keys-heard.ts";

const count = 60;

test("on the first day, pictures and Ctrl+K are there at once, and a colleague sees the end of a change of 60 RMAs", async ({
  page,
  browser,
  own,
}) => {
  // Slow enough that the browser is closed while RMAs are left.
  const stack = await own.stack({ env: { API_RATE_LIMIT: "25" } });
  const api = <T>(path: string): Promise<T> => callApi(stack.upstreamUrl, path);
  const [product] = await api<ResellerProductParent[]>(
    "/reseller-channels/1/products/parents?filterUpdatedAfter=2000-01-01T00:00:00.000Z&filterPageSize=1&includeVariants=true",
  );
  const orders = await api<PurchaseOrder[]>("/purchase-orders?filterPageSize=50");
  const order = orders.find(
    ({ shipments, shippingAddress }) =>
      shipments[0]?.trackingNumber && shippingAddress?.name && !shippingAddress.redacted,
  )!;

  const main = page.getByRole("main");
  const palette = page.getByRole("dialog", { name: "Search", exact: true });
  const findBy = async (text: string, option: string | RegExp) => {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
    await expect(palette.getByRole("option", { name: option }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
  };

  await test.step("the queue shows pictures of what came back", async () => {
    await page.goto(stack.url);
    await main.getByRole("link", { name: "Start deciding" }).click();
    const picture = main.locator("[data-line] img").first();
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  await test.step("Ctrl+K finds a product, a SKU, a customer and a tracking number", async () => {
    await whenKeysHeard(page);
    const sku = product!.variants[0]!.sku!;
    await findBy(product!.title!, sku.slice(0, 5));
    await findBy(sku, product!.title!);
    await findBy(order.shippingAddress!.name!, /Customer/);
    await findBy(order.shipments[0]!.trackingNumber!, new RegExp(order.purchaseOrderNumber!));
  });

  await test.step("60 RMAs are approved behind a closed browser", async () => {
    const { rmas, remove } = await addRmas(stack, 9010, count);
    await page.goto(`${stack.url}/rmas?sourceId=9010`);
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
    await page.getByRole("button", { name: `Select all ${count} matching` }).click();
    await page.getByRole("button", { name: "Approve rest…" }).click();
    const question = page.getByRole("dialog", { name: /^Approve rest: / });
    await question
      .getByRole("checkbox", { name: `Include ${count} RMAs that close for good` })
      .check();
    await question.getByRole("button", { name: `Approve ${count} RMAs` }).click();
    await expect(question).toBeHidden();
    await page.close();
    const status = async ({ id }: Rma) => (await api<Rma>(`/rma/${id}`)).rmaStatus;
    expect(await status(rmas.at(-1)!)).toBe("Waiting");

    const colleague = await browser.newContext();
    const theirs = await colleague.newPage();
    await theirs.goto(`${stack.url}/rmas?sourceId=9010`);
    const progress = theirs.getByRole("region", { name: "RMAs in progress" });
    await expect(progress.getByRole("heading", { name: "Finished" })).toBeVisible({
      timeout: 30_000,
    });
    await expect(progress).toContainText(`${count} of ${count} RMAs approved`);
    expect(await Promise.all(rmas.map(status))).toEqual(rmas.map(() => "Approved"));
    await colleague.close();
    await remove();
  });
});
