import type { Page } from "@playwright/test";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { expect, test } from "./support/test.ts";

const listPath = "/purchase-orders";

const row = (page: Page, { purchaseOrderNumber }: PurchaseOrder) =>
  page.getByRole("checkbox", { name: `Select ${purchaseOrderNumber}` });
const refresh = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Refresh", exact: true });
const strip = (page: Page) => page.getByRole("region", { name: "Orders in progress" });

const acknowledge = async (page: Page, order: PurchaseOrder) => {
  await row(page, order).check();
  await page.getByRole("button", { name: "Acknowledge…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Acknowledge 1 order", exact: true })
    .click();
};

const finish = async (page: Page) => {
  await expect(strip(page).getByRole("heading", { name: "Finished" })).toBeVisible();
  await strip(page).getByRole("button", { name: "Close" }).click();
};

/** A promise, and the function that resolves it. */
const hold = () => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  return { held, release: () => release() };
};

test("fault 45: neither a refresh during a change nor an answer from before it brings an order back that has left the list", async ({
  page,
  api,
  faulty: { url, upstream },
}) => {
  const query = "filterStatus=processing,processed";
  const [first, second] = await api<PurchaseOrder[]>(`${listPath}?${query}`);
  await page.goto(`${url}${listPath}?${query}&size=25`);

  await test.step("a refresh during the change shows the order as it still is", async () => {
    const path = `${listPath}/${first!.id}/acknowledge`;
    const { held, release } = hold();
    upstream.fail("PATCH", path, { until: held });
    await acknowledge(page, first!);
    await expect.poll(() => upstream.arrived("PATCH", path).length).toBe(1);
    const reads = upstream.arrived("GET", listPath).length;
    await refresh(page).click();
    await expect.poll(() => upstream.arrived("GET", listPath).length).toBe(reads + 1);
    await expect(refresh(page)).toBeEnabled();
    await expect(row(page, first!)).toBeVisible();
    release();
    await finish(page);
    await expect(row(page, first!)).toHaveCount(0);
    await expect(refresh(page)).toBeEnabled();
  });

  await test.step("an answer that the service gave before the change arrives last, and changes nothing", async () => {
    const { held, release } = hold();
    upstream.fail("GET", listPath, { answerAfter: held });
    const read = page.waitForRequest((one) => new URL(one.url()).pathname === `/api${listPath}`);
    const reads = upstream.arrived("GET", listPath).length;
    await refresh(page).click();
    const outdated = await read;
    await expect.poll(() => upstream.arrived("GET", listPath).length).toBe(reads + 1);
    await acknowledge(page, second!);
    await finish(page);
    await expect(row(page, second!)).toHaveCount(0);
    release();
    // It is over, whether the console took the answer or had stopped waiting for it.
    await outdated.response();
    await expect(refresh(page)).toBeEnabled();
    await expect(row(page, second!)).toHaveCount(0);
    const stored = await api<PurchaseOrder>(`${listPath}/${second!.id}`);
    expect(stored.purchaseOrderStatus?.handle).toBe("acknowledged");
  });
});
