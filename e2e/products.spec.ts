import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { startHostileConsole } from "./support/hostile-upstream.ts";
import { expect, test } from "./support/test.ts";
import { watchForHarm } from "./support/watch-for-harm.ts";

interface Product {
  id: number;
  title: string;
  sku: string;
  updated_at: string;
}

const parents = "/reseller-channels/1/products/parents";
const everything = `${parents}?filterUpdatedAfter=2000-01-01T00:00:00.000Z&filterPageSize=50&filterPageNumber=1`;

/** The requests for products that a page makes. */
const productRequests = (page: Page): URL[] => {
  const urls: URL[] = [];
  page.on("request", (request) => {
    if (request.url().includes(parents)) urls.push(new URL(request.url()));
  });
  return urls;
};

test("a reseller channel is chosen, and one request finds a product from its row", async ({
  page,
  stack,
  api,
}) => {
  const [first] = await api<Product[]>(everything);
  await page.goto(`${stack.url}/products`);
  await expect(page).toHaveURL(/channel=1/);
  const asked = productRequests(page);
  await page.getByRole("link", { name: first!.title }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: first!.title })).toBeVisible();
  await expect(page.getByRole("region", { name: "Variants", exact: true })).toBeVisible();
  await expect(page.getByTitle("Description", { exact: true })).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.getByText("All fields").nth(1).click();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: first!.title })).toBeVisible();
});

test("the list says what it is asked for: a channel, and a day since which products changed", async ({
  page,
  stack,
}) => {
  const asked = productRequests(page);
  await page.goto(`${stack.url}/products?channel=1`);
  await expect(page.getByRole("table", { name: "Products" }).getByRole("row")).not.toHaveCount(1);
  await page.getByLabel("Changed since").fill("2999-01-01");
  await expect(page.getByRole("heading", { name: "Nothing changed in that time" })).toBeVisible();
  expect(asked.map((url) => url.searchParams.get("filterUpdatedAfter"))).toEqual([
    "2000-01-01T00:00:00.000Z",
    "2999-01-01T00:00:00.000Z",
  ]);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await page.getByRole("combobox", { name: "Channel" }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/channel=\d+/);
});

test("a product without a place in its address is looked for on request only", async ({
  page,
  stack,
  api,
}) => {
  const product = (await api<Product[]>(everything)).at(-1)!;
  const asked = productRequests(page);
  await page.goto(`${stack.url}/products/${product.id}`);
  await expect(page.getByText("The API reads no single product")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toHaveLength(0);
  await page.getByRole("button", { name: "Look through this channel" }).click();
  await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
  await expect(page).toHaveURL(/after=/);
});

test("looking through a channel says when it is not there", async ({ page, stack }) => {
  await page.goto(`${stack.url}/products/999999999?channel=1&after=2000-01-01T00:00:00.000Z`);
  await expect(page.getByRole("heading", { name: "not where this link says" })).toBeVisible();
  await page.getByRole("button", { name: "Look through this channel" }).click();
  await expect(page.getByText(/not among the [\d,]+ products of this channel/)).toBeVisible();
});

test("looking through a channel stops when it is told to", async ({ page, stack }) => {
  const asked = productRequests(page);
  await page.route(/filterPageNumber=2/, () => undefined);
  await page.goto(`${stack.url}/products/999999999?channel=1`);
  await page.getByRole("button", { name: "Look through this channel" }).click();
  await expect(page.getByText(/^50 of [\d,]+ products looked at/)).toBeVisible();
  await page.getByRole("button", { name: "Stop looking" }).click();
  await expect(page.getByText("Stopped after 50 products.")).toBeVisible();
  expect(asked).toHaveLength(2);
});

test("without a list of channels, a channel is opened by its id", async ({
  context,
  documentedOnly,
}) => {
  // Not the watched page: the policy lets no images in over http but the embedded service's own, and says so.
  const page = await context.newPage();
  await page.goto(`${documentedOnly.url}/products`);
  await page.getByLabel("Channel id").fill("one");
  await page.getByRole("button", { name: "Show channel" }).click();
  await expect(page.getByText("An id is a whole number from 1.")).toBeVisible();
  await page.getByLabel("Channel id").fill("1");
  await page.getByRole("button", { name: "Show channel" }).click();
  await page.locator("[data-row-link]").first().click();
  await expect(page.getByRole("region", { name: "Variants", exact: true })).toBeVisible();
});

test("hostile records do nothing", async ({ context }) => {
  test.setTimeout(120_000);
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
  await expect(page.getByText("4 addresses of images cannot be shown")).toBeVisible();
  await expect(page.locator("img[src]")).toHaveCount(0);
  for (const details of await page.locator("details > summary").all()) await details.click();
  await page.waitForLoadState("networkidle");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1440);
  expect(harm).toEqual([]);
  await hostile.close();
});
