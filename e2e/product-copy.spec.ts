import type { BrowserContext, Page } from "@playwright/test";
import {
  productMoment,
  someProducts,
  startProductCopyPage,
} from "./support/start-product-copy-page.ts";
import type {} from "./support/product-copy-page/page.ts";
import { expect, test } from "./support/test.ts";

/* The product copy on a page of its own: with the console's gateway and policy, a real browser, and its database. */

interface Given {
  readonly count: number;
  /** The upstream holds its responses for everything after this product until they are released. */
  readonly heldAfter: number;
}

const startCopy = async ({ count, heldAfter }: Given) => {
  let letGo = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  const console = await startProductCopyPage(someProducts(count), {
    beforePage: (after) => (after >= productMoment(heldAfter) ? held : undefined),
  });
  return { ...console, letGo };
};

const readState = (page: Page) => page.evaluate(() => globalThis.copyPage!.copy.state.get());
const find = (page: Page, text: string) =>
  page.evaluate((words) => globalThis.copyPage!.find(words), text);
const open = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => globalThis.copyPage?.copy.state.get().searchable);
  return page;
};
const phase = (page: Page) => expect.poll(async () => (await readState(page)).phase);

test("two tabs: one reads, both search, and the second continues when the first is closed", async ({
  context,
}) => {
  const { url, letGo, close } = await startCopy({ count: 1_500, heldAfter: 500 });
  const first = await open(context, url);
  await phase(first).toBe("sweeping");
  const second = await open(context, url);
  await expect.poll(async () => (await readState(second)).reader).toBe("another-tab");
  await expect.poll(() => find(second, "SKU-100")).toContain(100);
  const { products } = await readState(second);
  expect(products).toBeLessThan(1_500);
  await first.close();
  await expect.poll(async () => (await readState(second)).reader).toBe("this-tab");
  letGo();
  await phase(second).toBe("fresh");
  const { requests, products: all } = await readState(second);
  expect(all).toBe(1_500);
  // 31 pages and the requests that end a sweep; the one that was in flight is sent again.
  expect(requests).toBeLessThanOrEqual(38);
  const third = await open(context, url);
  await expect.poll(async () => (await readState(third)).reader).toBe("another-tab");
  await second.evaluate(() => globalThis.copyPage!.copy.refresh());
  await expect.poll(async () => (await readState(third)).requests).toBe(requests + 1);
  await phase(third).toBe("fresh");
  await close();
});
