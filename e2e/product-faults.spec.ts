import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { pressTo } from "./support/press-to.ts";
import { inPagesAndWorkers, startTeapotConsole, teapotMoment } from "./support/start-teapots.ts";
import { expect, test } from "./support/test.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

/* The product screen in browsers that refuse something, and while a copy is loading. */

const grid = (page: Page) => page.getByRole("grid", { name: "Products" });
const row = (page: Page, name: string) => grid(page).getByRole("link", { name, exact: true });
const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search products" });
const bar = (page: Page) => page.getByRole("group", { name: "Local copy" });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** The tab with this text reads the upstream for the copy. */
const openReader = async (page: Page) => {
  await press(page, "Local copy");
  return page.getByRole("dialog", { name: "Local copy" });
};
const searches = async (page: Page): Promise<void> => {
  await searchField(page).fill("teapot 3");
  await expect(row(page, "Teapot 3")).toBeVisible();
  await expect(row(page, "Teapot 2")).toBeHidden();
};
const searchesAndOpens = async (page: Page, address: string): Promise<void> => {
  await searches(page);
  await row(page, "Teapot 3").click();
  await expect(page.getByRole("heading", { level: 1, name: "Teapot 3" })).toBeVisible();
  await page.goto(`${address}&view=overview`);
  await expect(page.getByRole("link", { name: /^In stock/ }).last()).toBeVisible();
};

let console: Awaited<ReturnType<typeof startTeapotConsole>>;
/** The screen of three teapots, for tests that change nothing. */
let three: string;
test.beforeAll(async () => {
  console = await startTeapotConsole();
  three = console.addChannel(3).address;
});
test.afterAll(() => console.close());

const show = async (page: Page, view: string) =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();

const refusals: readonly [name: string, script: string][] = [
  [
    "forbids databases",
    'IDBFactory.prototype.open = () => { throw new DOMException("Not here.", "SecurityError"); };',
  ],
  ["never answers for a database", "IDBFactory.prototype.open = () => new EventTarget();"],
];

for (const [name, script] of refusals)
  test(`a browser that ${name}: the screen says so, and searches from memory`, async ({
    page,
    context,
  }) => {
    await inPagesAndWorkers(context, script);
    await page.goto(three);
    await expect(page.getByRole("heading", { name: "This browser blocks storage" })).toBeVisible();
    await expect(page.getByText("Search works while this tab is open")).toBeVisible();
    await expect(row(page, "Teapot 1")).toBeVisible();
    await expect(await openReader(page)).toContainText("checks for updates separately");
    await page.keyboard.press("Escape");
    if (name !== refusals[0]![0]) return searches(page);
    await expectAccessible(page);
    return searchesAndOpens(page, three);
  });

test("a browser whose storage is full says so, keeps what it has, and searches it", async ({
  page,
  context,
}) => {
  const { address } = console.addChannel(120, {
    describe: (id) => (id > 50 ? "x".repeat(40_000) : ""),
  });
  const devtools = await context.newCDPSession(page);
  const allow = (quotaSize?: number) =>
    devtools.send("Storage.overrideQuotaForOrigin", {
      origin: console.url,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  await test.step("from the start", async () => {
    await allow(1);
    await page.goto(three);
    await expect(page.getByRole("heading", { name: /storage/i })).toBeVisible();
    await expect(row(page, "Teapot 3")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("during copying", async () => {
    await allow(1_000_000);
    await page.goto(address);
    const full = page.getByRole("heading", { name: "Browser storage is full" });
    const count = page.getByText("50 of 50 products so far");
    await expect(full).toBeVisible();
    await expect(count).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(full).toBeVisible();
    await expect(count).toBeVisible();
    await searchesAndOpens(page, address);
    await allow();
  });
});

test("without Web Locks one tab reads for all, and another continues when it is closed or reloaded", async ({
  page,
  context,
}) => {
  const { address, add } = console.addChannel(3);
  await inPagesAndWorkers(
    context,
    'Object.defineProperty(navigator, "locks", { value: undefined });',
  );
  await page.goto(address);
  await expect(row(page, "Teapot 3")).toBeVisible();
  await expect(await openReader(page)).toContainText("This tab checks for updates");
  const second = await context.newPage();
  await second.goto(address);
  await expect(row(second, "Teapot 3")).toBeVisible();
  await expect(await openReader(second)).toContainText("Another tab of this browser checks");
  await second.keyboard.press("Escape");
  add("Teapot of glass");
  await press(second, "Check for updates");
  await expect(row(second, "Teapot of glass")).toBeVisible();
  await expect(row(page, "Teapot of glass")).toBeVisible();
  await page.reload();
  // Whichever tab first notices that no tab reads any more.
  const said = [await openReader(page), await openReader(second)] as const;
  const readers = async () => {
    const words = `${await said[0].innerText()} ${await said[1].innerText()}`;
    return [
      words.includes("This tab checks"),
      words.includes("Another tab of this browser checks"),
    ];
  };
  await expect.poll(readers).toEqual([true, true]);
  await second.close();
  await expect(said[0]).toContainText("This tab checks for updates");
  await page.keyboard.press("Escape");
  add("Teapot of tin");
  await press(page, "Check for updates");
  await expect(row(page, "Teapot of tin")).toBeVisible();
});

/** The request with which a copy begins. */
const firstPage = "page 1 after 2000-01-01T00:00:00.000Z";

test("a first copy shows its progress, can be paused across a reload, and can be searched meanwhile", async ({
  page,
}) => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let goOn = () => {};
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const { address } = console.addChannel(120, {
    beforePage: (_page, after) => (after > teapotMoment(0) ? released : begun),
  });
  await watchForShifts(page);
  const ahead: string[] = [];
  let read: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.includes("load-ahead")) ahead.push(pathname);
    const after = searchParams.get("filterUpdatedAfter");
    if (after !== null) read.push(`page ${searchParams.get("filterPageNumber")} after ${after}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  await expect(bar(page)).toContainText("Loading products");
  await expect(page.getByRole("progressbar", { name: "Pages loaded" })).toBeVisible();
  const selectAll = page.getByRole("checkbox", { name: "Select all rows" });
  await expect(selectAll).toBeDisabled();
  expect(ahead, "what is loaded ahead waits for the first products").toEqual([]);
  begin();
  await expect(selectAll).toBeEnabled();
  await expect(page.getByText("50 of 50 products so far")).toBeVisible();
  // In the order in which they arrive, so that the products on the screen keep their places.
  const firstRow = grid(page).getByRole("row").nth(1);
  await expect(firstRow.getByRole("link", { name: "Teapot 1", exact: true })).toBeVisible();
  const { sum, moved } = await readShifts(page);
  expect(sum, moved).toBeLessThan(mostShift);
  await expect.poll(() => ahead).toHaveLength(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await searchField(page).fill("teapot 77");
  await expect(page.getByRole("heading", { name: "No matches yet" })).toBeVisible();
  await searchField(page).fill("teapot 7");
  await expect(row(page, "Teapot 7")).toBeVisible();
  await press(page, "Pause");
  goOn();
  // Only what the worker has stored survives the reload.
  await expect(bar(page)).toContainText("Loading paused");
  expect(read).toContain(firstPage);
  read = [];
  await page.reload();
  await expect(bar(page)).toContainText("Loading paused");
  await expect(page.getByText(/^\d+ of \d+ products so far$/)).toBeVisible();
  await expectAccessible(page);
  expect(read, "nothing is read while paused").toEqual([]);
  await press(page, "Resume");
  await expect(bar(page)).toContainText("All 120 products loaded");
  await expect(page.getByText(/^\d+ of 120 products$/)).toBeVisible();
  expect(read, "what was copied is not read again").not.toContain(firstPage);
  await page.goto(address);
  await expect(firstRow.getByRole("link", { name: "Teapot 120", exact: true })).toBeVisible();
});

/** Deletes the local copy of three teapots, and loads it again from another view. */
const deleteAndLoadAgain = async (page: Page) => {
  await press(page, "Local copy");
  await press(page, "Delete local copy");
  const asked = page.getByRole("dialog", { name: "Delete local copy?" });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Delete local copy" }).click();
  const gone = page.getByRole("heading", { name: "No local copy of this channel" });
  await expect(gone).toBeVisible();
  await expect(grid(page)).toBeHidden();
  await expect(bar(page)).toContainText("No local copy of this channel");
  await expectAccessible(page);
  await show(page, "Overview");
  await expect(gone).toBeVisible();
  await bar(page).getByRole("button", { name: "Load products" }).click();
  await expect(page.getByRole("link", { name: /^In stock/ }).last()).toBeVisible();
  await show(page, "Removed");
  await expect(page.getByRole("heading", { name: "No removed products" })).toBeVisible();
  await expectAccessible(page);
};

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

test("on a phone filters are a sheet with a count, and a deleted copy disappears until it is loaded again", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(three);
  await expect(row(page, "Teapot 3")).toBeVisible();
  await test.step("the sheet is closed by Escape, a click beside it, or its button", () =>
    filterOnPhone(page));
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step("a deleted copy disappears at once, and is loaded again on request", () =>
    deleteAndLoadAgain(page));
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
  await expect(page.getByText(/^POT-\d copied/)).toBeVisible();
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
