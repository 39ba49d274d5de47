import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { startHostileConsole } from "./support/hostile-upstream.ts";
import { foundCount, untilCataloged } from "./support/products.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { watchForHarm } from "./support/watch-for-harm.ts";

interface Product {
  id: number;
  title: string;
  sku: string;
  updated_at: string;
}

const parents = "/reseller-channels/1/products/parents";
const everything = `${parents}?filterUpdatedAfter=2000-01-01T00:00:00.000Z&filterPageSize=50&filterPageNumber=1`;

/** The bare pages of products that a page requests to look one up; the gateway requests complete ones by itself. */
const recordBareRequests = (page: Page): URL[] => {
  const urls: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith(parents) && !url.searchParams.has("includeVariants")) urls.push(url);
  });
  return urls;
};

const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search products" });
const grid = (page: Page) => page.getByRole("grid", { name: "Products" });

test("a product is found while typing, and opened, in a browser that has never seen the channel", async ({
  page,
  stack,
  api,
}) => {
  const products = await api<Product[]>(everything);
  const wanted = products[7]!;
  await page.goto(`${stack.url}/products`);
  await expect(page).toHaveURL(/channel=1/);
  await untilCataloged(page);
  await page.keyboard.press("/");
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type(wanted.sku.toLowerCase());
  const row = grid(page).getByRole("link", { name: wanted.title }).first();
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(/q=/);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: wanted.title })).toBeVisible();
  await expect(page.getByRole("region", { name: "Variants", exact: true })).toBeVisible();
  await expect(page.getByTitle("Description", { exact: true })).toBeVisible();
  await expectAccessible(page);
  // The way back leads to the list in its previous state.
  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "Products" })
    .click();
  await expect(searchField(page)).toHaveValue(wanted.sku.toLowerCase());
  await row.click();
  await expect(page.getByRole("heading", { level: 1, name: wanted.title })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: wanted.title })).toBeVisible();
  await page.goBack();
  await expect(searchField(page)).toHaveValue(wanted.sku.toLowerCase());
  await expect(row).toBeVisible();
});

const watchPictures = async (page: Page) => {
  const pictures = grid(page).locator("img");
  const isComplete = () =>
    pictures.evaluateAll((images: HTMLImageElement[]) => images.every(({ complete }) => complete));
  await expect.poll(isComplete).toBe(true);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image") asked.push(request.url());
  });
  // However slow the machine is, no key comes after a pause.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await searchField(page).pressSequentially("steel p");
  await page.clock.resume();
  await expect(page).toHaveURL(/q=steel(?:\+|%20)p/);
  const shown = () =>
    pictures.evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(5);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const there = new Set(await shown());
  expect(asked.filter((url) => !there.has(url))).toEqual([]);
};

type Whole = Product & { variants: { sku: string; upc: string | null }[] };

const findWords = async (page: Page, whole: readonly Whole[]) => {
  const wanted = whole.find(({ variants }) => variants.length > 1 && variants[1]?.upc)!;
  const row = grid(page).getByRole("link", { name: wanted.title }).first();
  for (const text of [wanted.variants[1]!.sku, wanted.variants[1]!.upc!]) {
    await searchField(page).fill(text);
    await expect(row).toBeVisible();
  }
  const word = wanted.title.split(" ").find((one) => /^[a-z]{7,}$/i.test(one)) ?? "";
  if (word !== "") {
    await searchField(page).fill(`${word.slice(0, 3)}x${word.slice(4)}`);
    await expect(page.getByText("Also showing matches for")).toBeVisible();
    await expect(grid(page).locator("mark").first()).toBeVisible();
    await page.getByRole("button", { name: "Exact match" }).first().click();
    await expect(page.getByText("Also showing matches for")).toBeHidden();
  }
};

test("variants, codes and misspelled words are found, and only pictures of products that stay visible are requested", async ({
  page,
  stack,
  api,
}) => {
  const whole = await api<Whole[]>(`${everything}&includeVariants=true`);
  await page.clock.install();
  await page.goto(`${stack.url}/products?channel=1&columns=title`);
  await untilCataloged(page);
  await test.step("while the user types, only pictures of products that stay are requested", () =>
    watchPictures(page));
  await test.step("words of variants, codes, and misspelled words are found", () =>
    findWords(page, whole));
});

const selectByKeys = async (page: Page) => {
  await grid(page).getByRole("link").first().focus();
  const total = Number(await grid(page).getAttribute("aria-rowcount"));
  await page.keyboard.press("End");
  await expect(grid(page).locator(`[aria-rowindex="${total}"] a:focus`)).toBeVisible();
  await page.keyboard.press("x");
  await page.keyboard.press("Home");
  await expect(grid(page).locator('[aria-rowindex="2"] a:focus')).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByText("2 products selected")).toBeVisible();
  await page.getByRole("button", { name: "Copy rows" }).click();
  await expect(page.getByText("2 rows copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")).toHaveLength(3);
};

const filterAndExport = async (page: Page) => {
  const filters = page.getByRole("group", { name: "Filters" });
  const out = filters.getByRole("checkbox", { name: /^Out of stock/ });
  const label = filters.locator("label", { hasText: "Out of stock" });
  await expect(label).toHaveText(/[1-9]/);
  const count = (await label.innerText()).replace(/\D/g, "");
  await out.check();
  await expect(page).toHaveURL(/stock=out/);
  await expect(foundCount(page)).toHaveText(new RegExp(`^${count} of`));
  await page.reload();
  await expect(foundCount(page)).toHaveText(new RegExp(`^${count} of`));
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await file).path(), "utf8");
  expect(text.trim().split("\r\n").length).toBe(Number(count) + 1);
  await page.getByRole("button", { name: "Remove filter Out of stock" }).click();
  await expect(page).not.toHaveURL(/stock=/);
  await page.goBack();
  await expect(page).toHaveURL(/stock=out/);
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: "Insights" })
    .click();
  await page.getByRole("link", { name: /^No image \d/ }).click();
  await expect(page).toHaveURL(/missing=image/);
  await expect(page).not.toHaveURL(/stock=/);
};

const searchInVain = async (page: Page) => {
  await searchField(page).fill("no such product");
  await expect(page).toHaveURL(/q=no/);
  await page.getByRole("button", { name: "Show all products" }).click();
  await expect(searchField(page)).toHaveValue("");
  await expect(page).not.toHaveURL(/q=/);
};

const typePrices = async (page: Page) => {
  const from = page.getByRole("textbox", { name: "Price from" });
  const to = page.getByRole("textbox", { name: "Price to" });
  await from.focus();
  await page.keyboard.type("10");
  await page.keyboard.press("Tab");
  await expect(to).toBeFocused();
  await page.keyboard.type("50.0");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/price=10-50(?:&|$)/);
  await expect(to).toBeFocused();
  await expect(to).toHaveValue("50");
  await page.getByRole("button", { name: /^Remove filter .*50/ }).click();
  await expect(page).not.toHaveURL(/price=/);
  await expect(from).toHaveValue("");
};

test("products are selected by keys and copied, filtered in the address with counts, and exported to a file", async ({
  page,
  stack,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${stack.url}/products?channel=1&sort=title`);
  await untilCataloged(page);
  await test.step("keys move to the last row, and selected rows are copied", () =>
    selectByKeys(page));
  await test.step("a search without matches is left for all products", () => searchInVain(page));
  await test.step("a range of prices is typed by keyboard", () => typePrices(page));
  await test.step("filters are in the address, and all matches are exported", () =>
    filterAndExport(page));
});

test("a product without a place in its address is searched for on request only, and the search ends or is stopped", async ({
  page,
  stack,
  api,
}) => {
  const product = (await api<Product[]>(everything)).at(-1)!;
  const asked = recordBareRequests(page);
  const search = page.getByRole("button", { name: "Search this channel" });
  await page.goto(`${stack.url}/products/${product.id}`);
  await expect(page.getByText("can't load a single product")).toBeVisible();
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  expect(asked).toHaveLength(0);
  await search.click();
  await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
  await expect(page).toHaveURL(/after=/);

  await page.goto(`${stack.url}/products/999999999?channel=1&after=2000-01-01T00:00:00.000Z`);
  await expect(page.getByRole("heading", { name: "Product not found at this link" })).toBeVisible();
  await search.click();
  await expect(
    page.getByText(/^Not found among the [\d,]+ products of this channel/),
  ).toBeVisible();

  await page.route(/filterPageNumber=2/, () => undefined);
  await page.goto(`${stack.url}/products/999999999?channel=1`);
  asked.length = 0;
  await search.click();
  await expect(page.getByText(/^50 of [\d,]+ products searched/)).toBeVisible();
  await page.getByRole("button", { name: "Stop searching" }).click();
  await expect(page.getByText("Stopped after 50 products.")).toBeVisible();
  expect(asked).toHaveLength(2);
});

test("without a list of channels, a channel is opened by its id", async ({
  context,
  documentedOnly,
}) => {
  // Not the watched page: the policy blocks images over http except those of the embedded service, and reports it.
  const page = await context.newPage();
  await page.goto(`${documentedOnly.url}/products`);
  await page.getByLabel("Channel ID").fill("one");
  await page.getByRole("button", { name: "Show channel" }).click();
  await expect(page.getByText("Enter a whole number, 1 or more")).toBeVisible();
  await page.getByLabel("Channel ID").fill("1");
  await page.getByRole("button", { name: "Show channel" }).click();
  await page.locator("[data-row-link]").first().click();
  await expect(page.getByRole("region", { name: "Variants", exact: true })).toBeVisible();
});

test("hostile records do no harm", async ({ context }) => {
  const page = await context.newPage();
  const hostile = await startHostileConsole();
  const harm = watchForHarm(page, hostile.url);
  await page.goto(`${hostile.url}/products`);
  await page.getByRole("link", { name: "Hostile product" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hostile product" })).toBeVisible();
  const description = page.frameLocator("iframe[title=Description]");
  await expect(description.getByText("Plain words stay.")).toBeVisible();
  for (const tag of ["script", "style", "form", "input", "iframe", "object", "svg", "[onerror]"])
    await expect(description.locator(`body ${tag}`)).toHaveCount(0);
  await description.getByText("click", { exact: true }).click();
  await expect(page.getByText("4 images can't be shown")).toBeVisible();
  await expect(page.locator("img[src]")).toHaveCount(0);
  for (const details of await page.locator("details > summary").all()) await details.click();
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1440);
  expect(harm).toEqual([]);
  await hostile.close();
});
