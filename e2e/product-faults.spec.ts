import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { pressTo } from "./support/press-to.ts";
import { startTeapotConsole, teapotMoment } from "./support/start-teapots.ts";
import { expect, test } from "./support/test.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

/* The product screen while its catalog loads or can't, on a phone, and by keyboard. */

const grid = (page: Page) => page.getByRole("grid", { name: "Products" });
const row = (page: Page, name: string) => grid(page).getByRole("link", { name, exact: true });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search products" });
const bar = (page: Page) => page.getByRole("group", { name: "Product catalog" });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

let console: Awaited<ReturnType<typeof startTeapotConsole>>;
/** The screen of three teapots, for tests that change nothing. */
let three: string;
test.beforeAll(async () => {
  console = await startTeapotConsole();
  three = console.addChannel(3).address;
});
test.afterAll(() => console.close());

test("the first loading shows its progress, and can be searched meanwhile", async ({ page }) => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let goOn = () => {};
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const { address } = console.addChannel(120, {
    beforePage: (_page, after) => (after > teapotMoment(0) ? released : begun),
  });
  await watchForShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  await expect(bar(page)).toContainText("Loading products");
  const selectAll = page.getByRole("checkbox", { name: "Select all rows" });
  await expect(selectAll).toBeDisabled();
  begin();
  await expect(selectAll).toBeEnabled();
  await expect(page.getByText("50 of 50 products so far")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Products loaded" })).toBeVisible();
  await expect(bar(page)).toContainText("50 of about 120");
  // In the order in which they arrive, so that the products on the screen keep their places.
  const firstRow = grid(page).getByRole("row").nth(1);
  await expect(firstRow.getByRole("link", { name: "Teapot 1", exact: true })).toBeVisible();
  await expectAccessible(page);
  const { sum, moved } = await readShifts(page);
  expect(sum, moved).toBeLessThan(mostShift);
  await page.setViewportSize({ width: 1440, height: 900 });
  await searchField(page).fill("teapot 77");
  await expect(page.getByRole("heading", { name: "No matches yet" })).toBeVisible();
  await expectAccessible(page);
  goOn();
  await expect(row(page, "Teapot 77")).toBeVisible();
  await expect(bar(page)).toContainText("All 120 products");
  await page.goto(address);
  await expect(firstRow.getByRole("link", { name: "Teapot 120", exact: true })).toBeVisible();
});

test("an API that fails and a token without access are named, and loading continues after a try", async ({
  page,
}) => {
  let status = 503;
  const { address } = console.addChannel(3, {
    refuse: () => (status === 200 ? undefined : Response.json({ detail: "No." }, { status })),
  });
  await page.goto(address);
  await expect(
    page.getByRole("heading", { name: "The service can't load products now" }),
  ).toBeVisible();
  await expect(page.getByText(/Retrying in \d+ s\./)).toBeVisible();
  await expectAccessible(page);
  status = 200;
  await press(page, "Try again");
  await expect(bar(page)).toContainText("All 3 products");
  await expect(row(page, "Teapot 3")).toBeVisible();
  status = 403;
  await press(page, "Check for updates");
  await expect(
    page.getByRole("heading", { name: "The token has no access to this channel" }),
  ).toBeVisible();
  await expect(row(page, "Teapot 3")).toBeVisible();
  await expectAccessible(page);
});

test("where products are not cataloged, the screen says who can change that, and a product still opens", async ({
  page,
  own,
}) => {
  const { url } = await own.stack({ env: { COPY_SHARE: "0" } });
  await page.goto(`${url}/products?channel=1`);
  await expect(page.getByRole("heading", { name: "Product search is switched off" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/products/1?channel=1`);
  await press(page, "Search this channel");
  await expect(page.getByRole("region", { name: "Variants", exact: true })).toBeVisible();
});

const filterOnPhone = async (page: Page) => {
  const open = page.getByRole("button", { name: "Filters" });
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await open.click();
  await expect(sheet.getByRole("status")).toHaveText("3 products");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
  await open.press("Enter");
  await sheet.getByRole("checkbox", { name: /^Out of stock/ }).check();
  await expect(sheet.getByRole("status")).toHaveText("0 products");
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await sheet.getByRole("button", { name: "Show 3 products" }).click();
  await expect(open).toBeFocused();
  await open.click();
  await page.mouse.click(195, 20);
  await expect(sheet).toBeHidden();
};

test("on a phone filters are a sheet with a count", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(three);
  await expect(row(page, "Teapot 3")).toBeVisible();
  await filterOnPhone(page);
});

const workByKeyboard = async (page: Page) => {
  const { keyboard } = page;
  await pressTo(page, page.getByRole("checkbox", { name: /^In stock/ }));
  await keyboard.press("Space");
  await expect(page).toHaveURL(/stock=in/);
  await keyboard.press("/");
  await expect(searchField(page)).toBeFocused();
  await keyboard.type("teapot");
  await expect(grid(page).locator("mark").first()).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("j");
  await keyboard.press("x");
  await expect(page.getByText("1 product selected")).toBeVisible();
  await keyboard.press("c");
  await expect(page.getByText(/^Row of Teapot \d copied/)).toBeVisible();
  const title = await grid(page).locator("a:focus").innerText();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await pressTo(page, page.getByRole("button", { name: /^Copy SKU/ }));
  await keyboard.press("Enter");
  await expect(page.getByText("SKU copied")).toBeVisible();
  // The browser's own key for it does not reach a page without a window.
  await page.goBack();
  await expect(searchField(page)).toHaveValue("teapot");
  await expect(row(page, title)).toBeVisible();
  await keyboard.press("j");
  await expect(grid(page).locator("a:focus")).toBeVisible();
  await pressTo(page, page.getByRole("button", { name: /^Export CSV/ }));
  const file = page.waitForEvent("download");
  await keyboard.press("Enter");
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
};

test("a channel fits every window, and is filtered, searched, selected from and opened by keyboard only", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(three);
  await test.step("no default column is out of view in any window wider than a phone", async () => {
    for (const width of [768, 960, 1024, 1152, 1280, 1366, 1400, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(row(page, "Teapot 3")).toBeVisible();
      await expect(grid(page).getByRole("columnheader", { name: /Updated/ })).toBeInViewport();
      const over = await page
        .locator(".table")
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(over, `${width} px`).toBe(0);
    }
  });
  await test.step("by keyboard only", () => workByKeyboard(page));
});
