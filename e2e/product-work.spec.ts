import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { startHostileConsole } from "./support/hostile-upstream.ts";
import { foundCount, untilCataloged, whole } from "./support/products.ts";
import { expect, test } from "./support/test.ts";

/* Work with the products of a channel. */

const grid = (page: Page) => page.getByRole("grid", { name: "Products" });
const digits = (text: string) => Number(text.replaceAll(/\D/g, ""));

const openCataloged = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await expect(page.getByText(whole)).toBeVisible();
};

const pressInBar = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "More checks" }).click();
  await page.getByRole("button", { name }).click();
};

const followCharts = async (page: Page) => {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "colours");
  for (const title of ["Last updated", "Prices", "Needs attention", "Stock"]) {
    const sheet = page.getByRole("region", { name: title, exact: true });
    const bar = sheet.getByRole("link", { name: /[1-9]/ }).first();
    await expect(bar).toBeVisible();
    const name = (await bar.getAttribute("aria-label")) ?? (await bar.innerText());
    const share = /([\d.]+) %/.exec(name)?.[1];
    if (share !== undefined) {
      const track = bar.locator(".bars__track");
      const width = async (of: typeof track) => (await of.boundingBox())?.width ?? 0;
      const drawn = (await width(track.locator("span"))) / (await width(track));
      expect(drawn * 100, `${title}: the whole track is every product`).toBeCloseTo(
        Number(share),
        0,
      );
    }
    const count = digits(/(?:: |\n)([\d,]+)(?: product|\s)/.exec(name)?.[1] ?? "");
    expect(count).toBeGreaterThan(0);
    await bar.click();
    await expect(foundCount(page)).toHaveText(new RegExp(`^${count.toLocaleString("en")} of `));
    await page.goBack();
  }
};

/** Saves a search with filters as a view, in the dark scheme, and opens it from another search. */
const saveView = async (page: Page) => {
  const search = page.getByRole("searchbox", { name: "Search products" });
  await page.getByRole("checkbox", { name: /^In stock/ }).check();
  await search.fill("a");
  await expect(page).toHaveURL(/stock=in.*q=a|q=a.*stock=in/);
  await expect(grid(page).locator("mark").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("View name").fill("Dearest first");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.goto(page.url().replace(/\?.*/, "?channel=1"));
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: "Dearest first" }).click();
  await expect(page).toHaveURL(/stock=in/);
  await expect(page).toHaveURL(/sort=-price/);
  await expect(search).toHaveValue("a");
};

test("the charts of a channel open the products that they count, and a search with filters is saved as a view", async ({
  page,
  stack,
}) => {
  await openCataloged(page, `${stack.url}/products?channel=1&view=overview&sort=-price`);
  await test.step("each chart opens the products that it counts", () => followCharts(page));
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "All" }).click();
  await test.step("a view is saved, and opened by its link", () => saveView(page));
});

const copyAndLook = async (page: Page) => {
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const first = grid(page).getByRole("link").first();
  const title = await first.innerText();
  await first.focus();
  await page.keyboard.press("c");
  await expect(page.getByText(/^Row of .* copied/)).toBeVisible();
  const [head, row] = (await clipboard()).split("\n");
  expect(head).toMatch(/^Product\tSKU/);
  expect(row).toContain(title);
  await page.keyboard.press("Enter");
  const copy = page.getByRole("button", { name: /^Copy SKU/ }).first();
  await copy.click();
  await expect(page.getByText(/^[A-Z0-9-]+ copied$/).last()).toBeVisible();
  expect(row).toContain(await clipboard());
  const choose = page.getByRole("group", { name: "Select an image" });
  await choose.getByRole("button").first().focus();
  await page.keyboard.press("ArrowLeft");
  const last = choose.getByRole("button").last();
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute("aria-pressed", "true");
};

test("no window renders more rows than it shows, one row and one SKU are copied, and arrow keys move through images", async ({
  page,
  stack,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${stack.url}/products?channel=1&sort=title`);
  await untilCataloged(page);
  await test.step("no window, however wide, renders more rows than it shows", async () => {
    for (const width of [390, 768, 940, 1024, 1600]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(grid(page).getByRole("link").first()).toBeVisible();
      expect(await grid(page).getByRole("row").count(), `${width} px`).toBeLessThan(80);
    }
  });
  await test.step("a row and a SKU are copied, and arrow keys move through images", () =>
    copyAndLook(page));
});

const product = (id: number, title: string, updated: string, price: number) => ({
  id,
  account_id: 1,
  channel_id: 1,
  sku: `SKU-${id}`,
  title,
  updated_at: updated,
  description: "",
  variants: [{ id: id * 10, sku: `SKU-${id}-A`, price, quantity: 3 }],
});

const description =
  "<h2>Teapot</h2><p>Holds <b>1&nbsp;l</b> &amp; more</p><ul><li>Steel<li>Glass</ul><script>alert(1)</script>";

/** An upstream of a few products that a test changes. */
const startChanging = async () => {
  const products = new Map(
    [1, 2, 3].map((id) => [id, product(id, `Teapot ${id}`, `2026-01-0${id}T00:00:00.000Z`, 10)]),
  );
  products.set(1, { ...products.get(1)!, description });
  const console = await startHostileConsole(({ pathname, searchParams }) => {
    if (pathname === "/channel/") return [{ id: 1, name: "Shop", channelType: "reseller" }];
    if (pathname !== "/reseller-channels/1/products/parents") return undefined;
    if (searchParams.get("filterPageNumber") !== "1") return [];
    const after = searchParams.get("filterUpdatedAfter") ?? "";
    return [...products.values()]
      .filter((one) => one.updated_at > new Date(after).toISOString())
      .toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
  });
  return { ...console, products };
};

const readDescription = async (page: Page) => {
  const shown = page.frameLocator('iframe[title="Description"]');
  await expect(shown.getByRole("listitem").first()).toHaveText("Steel");
  const fontsInFrame = () =>
    page.evaluate(() =>
      [...document.querySelector("iframe")!.contentDocument!.fonts]
        .filter(({ status }) => status === "loaded")
        .map(({ family }) => family),
    );
  await expect.poll(fontsInFrame).toEqual([expect.stringContaining("Sofia Sans")]);
  await page.getByText("As text", { exact: true }).click();
  await page.getByRole("button", { name: "Copy text" }).click();
  await expect(page.getByText("Description copied as text").last()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Teapot\nHolds 1\u00a0l & more\nSteel\nGlass",
  );
  await expectAccessible(page);
};

test("the last changes of a product, its description, and removed products are shown", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { url, products, close } = await startChanging();
  await openCataloged(page, `${url}/products?channel=1&sort=title`);
  products.set(2, product(2, "Blue glass teapot", "2026-02-01T00:00:00.000Z", 12.5));
  products.delete(3);
  await page.getByRole("button", { name: "Check for updates" }).click();
  const first = grid(page).getByRole("link", { name: "Teapot 1" });
  await first.focus();
  const changed = grid(page).getByRole("link", { name: "Blue glass teapot" });
  await expect(changed).toBeVisible();
  // It comes first now; the focus has moved with its product.
  await expect(first).toBeFocused();
  await changed.click();
  const changes = page.getByRole("table", { name: "What changed" });
  await expect(
    changes.getByRole("row", { name: /Title Teapot 2 Blue glass teapot/ }),
  ).toBeVisible();
  await expect(changes.getByRole("row", { name: /Price .*10\.00 12\.50/ })).toBeVisible();
  await page.goBack();
  products.set(2, product(2, "Blue glass teapot", "2026-02-02T00:00:00.000Z", 15));
  await page.getByRole("button", { name: "Check for updates" }).click();
  await expect(grid(page).getByRole("row", { name: /15\.00/ })).toBeVisible();
  await changed.click();
  await expect(page.getByText(/^Changed since /)).toBeVisible();
  await expect(changes.getByRole("row", { name: /Price .*12\.50 15\.00/ })).toBeVisible();
  await page.goBack();
  await first.click();
  await test.step("a description is shown, and read and copied as text", () =>
    readDescription(page));
  await page.goBack();
  await pressInBar(page, "Check all products");
  await expect(foundCount(page)).toHaveText("2 of 3 products");
  await page.getByRole("link", { name: "Removed", exact: true }).click();
  await grid(page).getByRole("link", { name: "Teapot 3" }).click();
  await expect(page.getByRole("heading", { name: "This product was removed" })).toBeVisible();
  await expectAccessible(page);
  await close();
});
