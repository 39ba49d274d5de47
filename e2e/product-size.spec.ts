import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { selectSize } from "#database/testing/sizes.ts";
import { startTeapots } from "./support/start-teapots.ts";
import { expect, test } from "./support/test.ts";

/*
 * A large channel: cataloged, searched, walked and exported in a real browser. `npm test` uses enough products for many
 * pages, windows and screens of rows; `npm run bench -- soak` uses 100,000.
 */

const count = selectSize({ check: 2_100, soak: 100_000 });
const written = (n: number) => n.toLocaleString("en");

const long = { timeout: 600_000 };

const grid = (page: Page) => page.getByRole("grid", { name: "Products" });
const row = (page: Page, name: string) => grid(page).getByRole("link", { name, exact: true });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search products" });
const bar = (page: Page) => page.getByRole("group", { name: "Product catalog" });
const total = (page: Page, words: string) =>
  expect(page.getByText(/^[\d,]+ of [\d,]+ products$/)).toHaveText(words);

const readLines = async (path: string): Promise<readonly [first: string, lines: number]> => {
  let [first, lines] = ["", 0];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (lines === 0) first = line;
    lines += 1;
  }
  return [first, lines];
};

test("a large channel is searched by two people, walked to the last row, and exported", async ({
  page,
  browser,
}) => {
  test.setTimeout(1_200_000);
  const { url, add, close } = await startTeapots(count);
  const address = `${url}/products?channel=1`;
  await page.goto(address);
  await expect(bar(page)).toContainText(`All ${written(count)} products`, long);
  const second = await (await browser.newContext()).newPage();
  await second.goto(address);
  for (const [person, id] of [
    [page, Math.round(count * 0.77)],
    [second, count - 1],
  ] as const) {
    await searchField(person).fill(`pot-${id}-a`);
    await total(person, `1 of ${written(count)} products`);
    await expect(row(person, `Teapot ${id}`)).toBeVisible();
    await searchField(person).fill("taepot");
    await total(person, `${written(count)} of ${written(count)} products`);
    await searchField(person).fill("");
  }

  await page.goto(`${address}&sort=id`);
  await row(page, "Teapot 1").focus();
  await page.keyboard.press("End");
  await expect(row(page, `Teapot ${count}`)).toBeFocused();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  const focused = grid(page).locator(":focus");
  await expect(focused).toHaveText(/^Teapot \d+$/);
  const at = Number((await focused.innerText()).split(" ")[1]);
  expect(at).toBeLessThan(count - 5);
  expect(at).toBeGreaterThan(count - 100);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const [head, lines] = await readLines(await (await download).path());
  expect(head).toMatch(/^\uFEFF?ID,Product,SKU,/);
  expect(lines).toBe(count + 1);

  add("Samovar");
  await page.getByRole("button", { name: "Check for updates" }).click();
  await searchField(page).fill("samovar");
  await total(page, `1 of ${written(count + 1)} products`);
  await searchField(second).fill("samovar");
  await total(second, `1 of ${written(count + 1)} products`);
  await second.context().close();
  await close();
});
