import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { startTeapots } from "./support/start-teapots.ts";
import { expect, test } from "./support/test.ts";

/*
 * A channel of 100,000 products: copied, searched, walked and handed out in a real browser with its database on disk.
 */

const count = 100_000;
const whole = "All 100,000 products of this channel";
const long = { timeout: 240_000 };

const grid = (page: Page) => page.getByRole("grid", { name: "Products" });
const row = (page: Page, name: string) => grid(page).getByRole("link", { name, exact: true });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Find products" });
const bar = (page: Page) => page.getByRole("group", { name: "This browser’s copy" });
const total = (page: Page, words: string) =>
  expect(page.getByText(/^[\d,]+ of [\d,]+ products$/)).toHaveText(words);

const linesOf = async (path: string): Promise<readonly [first: string, lines: number]> => {
  let [first, lines] = ["", 0];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (lines === 0) first = line;
    lines += 1;
  }
  return [first, lines];
};

test("100,000 products are copied over a reload, found in two tabs, walked to the last, and handed out", async ({
  page,
  context,
}) => {
  test.setTimeout(420_000);
  const { url, add, close } = await startTeapots(count);
  const address = `${url}/products?channel=1`;
  await page.goto(address);
  await expect(page.getByText(/^1?\d,\d{3} of 1?\d,\d{3} products so far$/)).toBeVisible(long);
  await page.reload();
  await expect(page.getByText(/^[1-9][\d,]{4,} of [\d,]+ products so far$/)).toBeVisible(long);
  await expect(bar(page)).toContainText(whole, long);
  const second = await context.newPage();
  await second.goto(address);
  await expect(bar(second)).toContainText(whole, long);

  for (const [tab, id] of [
    [page, 77_777],
    [second, 99_999],
  ] as const) {
    await tab.bringToFront();
    await searchField(tab).fill(`pot-${id}-a`);
    await total(tab, "1 of 100,000 products");
    await expect(row(tab, `Teapot ${id}`)).toBeVisible();
    await searchField(tab).fill("taepot");
    await total(tab, "100,000 of 100,000 products");
    await searchField(tab).fill("");
  }

  await page.bringToFront();
  await page.goto(`${address}&sort=id`);
  await row(page, "Teapot 1").focus();
  await page.keyboard.press("End");
  await expect(row(page, "Teapot 100000")).toBeFocused();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  await expect(grid(page).locator(":focus")).toHaveText(/^Teapot 999\d\d$/);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV of all found" }).click();
  const [head, lines] = await linesOf(await (await download).path());
  expect(head).toMatch(/^\uFEFF?Id,Product,SKU,/);
  expect(lines).toBe(count + 1);

  add("Samovar");
  await page.getByRole("button", { name: "Check for changes" }).click();
  await searchField(page).fill("samovar");
  await total(page, "1 of 100,001 products");
  await second.bringToFront();
  await searchField(second).fill("samovar");
  await total(second, "1 of 100,001 products");
  await close();
});
