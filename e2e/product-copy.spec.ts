import type { BrowserContext, Page } from "@playwright/test";
import {
  type ListedProduct,
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
  readonly heldAfter?: number;
}

const startCopy = async ({ count, heldAfter = Number.POSITIVE_INFINITY }: Given) => {
  const products = someProducts(count);
  let letGo = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  const console = await startProductCopyPage(products, {
    beforePage: (after) => (after >= productMoment(heldAfter) ? held : undefined),
  });
  return { ...console, products, letGo };
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
const change = (products: Map<number, ListedProduct>, id: number, title: string) =>
  products.set(id, { id, title, updated: Date.UTC(2026, 5, 1) });

test("changes are found by a check, removals by reading everything again, and the previous version is kept", async ({
  context,
}) => {
  const { url, products, close } = await startCopy({ count: 120 });
  const page = await open(context, url);
  await phase(page).toBe("fresh");
  change(products, 7, "Teapot of another name");
  products.delete(8);
  const before = await readState(page);
  await page.evaluate(() => globalThis.copyPage!.copy.refresh());
  await expect.poll(() => find(page, "teapot")).toEqual([7]);
  expect((await readState(page)).requests - before.requests).toBe(1);
  const seven = await page.evaluate(() => globalThis.copyPage!.copy.product(7));
  expect(seven?.previous?.product.title).toBe("Product 7");
  await page.evaluate(() => globalThis.copyPage!.copy.sweepAgain());
  await expect
    .poll(async () => (await page.evaluate(() => globalThis.copyPage!.copy.product(8)))?.goneAt)
    .toBeGreaterThan(0);
  await phase(page).toBe("fresh");
  expect((await readState(page)).products).toBe(120);
  await close();
});

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

test("a reload in the middle continues where it was, and a pause survives it", async ({
  context,
}) => {
  const { url, letGo, close } = await startCopy({ count: 1_200, heldAfter: 300 });
  const page = await open(context, url);
  await expect.poll(async () => (await readState(page)).products).toBeGreaterThan(200);
  await page.evaluate(() => globalThis.copyPage!.copy.pause());
  letGo();
  await phase(page).toBe("paused");
  const { products, requests } = await readState(page);
  await page.reload();
  await page.waitForFunction(() => globalThis.copyPage?.copy.state.get().searchable);
  await phase(page).toBe("paused");
  expect(await readState(page)).toMatchObject({ products, requests });
  await page.evaluate(() => globalThis.copyPage!.copy.resume());
  await phase(page).toBe("fresh");
  const after = await readState(page);
  expect(after.products).toBe(1_200);
  expect(after.requests).toBeLessThanOrEqual(32);
  await close();
});

test("a deleted copy stays deleted until the user requests it again", async ({ context }) => {
  const { url, close } = await startCopy({ count: 60 });
  const page = await open(context, url);
  await phase(page).toBe("fresh");
  const { revision } = await readState(page);
  await page.evaluate(() => globalThis.copyPage!.copy.forget());
  expect(await find(page, "Product")).toEqual([]);
  expect(await readState(page)).toMatchObject({ phase: "paused", products: 0 });
  expect((await readState(page)).revision).toBeGreaterThan(revision);
  await page.evaluate(() => globalThis.copyPage!.copy.resume());
  await expect.poll(() => find(page, "SKU-60")).toContain(60);
  await close();
});

test("a browser without storage searches while the tab is open, and says so", async ({
  context,
}) => {
  const { url, close } = await startCopy({ count: 60 });
  // A worker has no init script: a database of a later version simulates one that cannot be opened.
  const page = await context.newPage();
  await page.route("**/*.html", (route) => route.fulfill({ body: "" }));
  await page.goto(`${url}/blank.html`);
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("supercargo-products", 99);
        opening.onsuccess = () => resolve(opening.result.close());
        opening.onerror = reject;
      }),
  );
  await page.unroute("**/*.html");
  await page.goto(url);
  await page.waitForFunction(() => globalThis.copyPage?.copy.state.get().searchable);
  await expect.poll(() => find(page, "SKU-60")).toContain(60);
  const { storage, reader } = await readState(page);
  expect(storage).toMatchObject({ kind: "memory", why: "other-version" });
  expect(storage.advice).toContain("Reload this page");
  expect(reader).toBe("every-tab");
  await close();
});
