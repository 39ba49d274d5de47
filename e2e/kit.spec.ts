import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import Papa from "papaparse";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { keepNotifications } from "./support/keep-notifications.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { untilCataloged } from "./support/products.ts";
import { pressTo } from "./support/press-to.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";

/* The behavior of the kit's small components, on screens that use them. */

const checkDialogOfPanel = async (page: Page) => {
  const opener = page.getByRole("button", { name: "Change sample", exact: true });
  await opener.click();
  const panel = page.getByRole("dialog", { name: "Change sample", exact: true });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Paste records…" }).click();
  await expect(page.getByRole("dialog", { name: "Test on pasted records" })).toBeVisible();
  await expect(panel).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
};

/** Copies the first row of a list by its key: a notification says so. */
const copyRow = async (page: Page) => {
  const row = page.getByRole("grid", { name: "Products" }).getByRole("link").first();
  await row.focus();
  await row.press("c");
  return row;
};

const checkCopiedRow = async (page: Page) => {
  await keepNotifications(page);
  const name = await (await copyRow(page)).textContent();
  const status = page.getByRole("status").filter({ hasText: / copied$/ });
  await expect(status).toHaveAttribute("aria-live", "polite");
  await expect(status).toContainText(`Row of ${name} copied`);
  await page.getByRole("button", { name: "Dismiss" }).hover();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(status).toBeHidden();
};

/** A click on a code copies it: a tick and a word for screen readers say so, and no notification. */
const checkCopiedCode = async (page: Page) => {
  await page.getByRole("grid", { name: "Products" }).getByRole("link").first().press("Enter");
  const copy = page.getByRole("button", { name: /^Copy SKU/ }).first();
  await copy.press("Enter");
  await expect(copy).toHaveAttribute("title", "Copied");
  await expect(page.getByRole("status").filter({ hasText: "SKU copied" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  const sku = await page.evaluate(() => navigator.clipboard.readText());
  await expect(copy).toHaveText(sku);
};

test("a dialog returns the focus to its panel's button; a notification names what was copied, and can be dismissed", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/mapping-rules/1");
  await test.step("a dialog opened from a panel", () => checkDialogOfPanel(page));
  await page.goto("/products?channel=1");
  await test.step("a notification of a copied row", () => checkCopiedRow(page));
  await test.step("a code that is copied by a click", () => checkCopiedCode(page));
});

test("a notification stays while the pointer or the focus is on it, then disappears", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/products?channel=1");
  await expect(
    page.getByRole("grid", { name: "Products" }).getByRole("link").first(),
  ).toBeVisible();
  await page.clock.install();
  const row = await copyRow(page);
  const said = page.getByText(/ copied$/);
  await expect(said).toBeVisible();
  await said.hover();
  await page.clock.runFor(20_000);
  await expect(said).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.mouse.move(0, 0);
  // From here on no time passes by itself.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await expect(said).toBeVisible();
  await row.focus();
  await page.clock.runFor(5_000);
  await expect(said).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(said).toBeHidden();
});

test("on a phone a list is sorted and all its rows are selected by keyboard only, and the focus is always visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/purchase-orders");
  const links = page.getByRole("grid", { name: "Purchase orders" }).locator("[data-row-link]");
  await expect(links).toHaveCount(25);
  const heading = page.getByRole("columnheader", { name: "Order", exact: true });
  const opener = page.getByRole("button", { name: "Sort", exact: true });
  await pressTo(page, opener);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Sort" });
  const columns = panel.getByRole("combobox", { name: "Sort by" });
  await expect(columns).toBeFocused();
  await columns.selectOption({ label: "Order" });
  await expect(page).toHaveURL(/\?sort=purchaseOrderNumber$/);
  await expect(panel.getByText("Sorts this page only")).toBeVisible();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  // Rows outside the window have no inner text.
  const ascending = await links.allTextContents();
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("checkbox", { name: "Descending" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?sort=-purchaseOrderNumber$/);
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(links).toHaveText(ascending.toReversed());
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();

  await pressTo(page, page.getByRole("button", { name: "Refresh" }));
  await page.keyboard.press("Tab");
  // The head above the cards is only read aloud: the next stop is in the first card.
  await expect(
    page.locator("[data-index='0']").getByRole("checkbox", { name: /^Select / }),
  ).toBeFocused();
  const selectAll = page.getByRole("checkbox", { name: "Select all rows on this page" });
  await pressTo(page, selectAll);
  await page.keyboard.press("Space");
  await expect(page.getByText("25 purchase orders selected")).toBeVisible();
  await expect(selectAll).toBeFocused();
  await expectAccessible(page);
});

test("on a phone the filters of every list are in one sheet, and its first records are visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const open = page.getByRole("button", { name: /^Filters/ });
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const first = page.locator("[data-row-link]").first();
  const heading = page.getByRole("heading", { level: 1 });
  const goTo = async (address: string, title: string) => {
    await navigateTo(page, address);
    await expect(heading).toHaveText(title);
  };
  const lists = [
    ["/rmas?sourceId=3", "RMAs", "Source"],
    ["/returns?updatedAfter=2020-01-01", "Returns", "Updated since"],
    ["/mapping-rules?since=2020-01-01", "Mapping rules", "Updated since"],
    ["/purchase-orders?filterFulfilmentStatus=awaiting_shipment", "Purchase orders", "Fulfillment"],
  ] as const;
  await page.goto("/settings");
  for (const [address, title, label] of lists) {
    await goTo(address, title);
    await expect(first).toBeInViewport({ ratio: 1 });
    await expect(open).toHaveText("Filters (1)");
    await open.click();
    await expect(
      sheet.locator("label, summary").filter({ hasText: label, visible: true }),
    ).toHaveCount(1);
    const show = sheet.getByRole("button", { name: /^Show \d+ results?$/ });
    await expect(show).toBeVisible();
    if (title === "Purchase orders") break;
    await show.click();
    await expect(sheet).toBeHidden();
  }
  await sheet.locator("summary").filter({ hasText: "Fulfillment" }).click();
  await expect(sheet.getByRole("checkbox", { name: "Awaiting Shipment" })).toBeChecked();
  await expectAccessibleInBoth(page);
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await sheet.getByRole("button", { name: /^Show \d+ results$/ }).click();
  await expect(open).toHaveText("Filters");
  await expect(open).toBeFocused();
  for (const [address, title] of [
    ["/mapping-sets", "Mapping sets"],
    ["/webhooks", "Webhooks"],
  ] as const) {
    await goTo(address, title);
    await expect(first).toBeInViewport({ ratio: 1 });
  }
  const fifth = page.locator("[data-row-link]").nth(4);
  await goTo("/rmas", "RMAs");
  await expect(fifth).toBeInViewport();
  await page.goto("/returns");
  await expect(fifth).toBeInViewport();
  // Back leads to where the list was left. The cards below the window are drawn after the first ones.
  await expect(page.locator("[data-row-link]")).toHaveCount(25);
  const last = page.locator("[data-row-link]").last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(page).toHaveURL(/\/returns\/\d+$/);
  await expect(page.getByRole("region", { name: "Items", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expect(last).toBeInViewport();
});

test("pages are turned by keyboard, and the focus stays on the button, also on the last page", async ({
  page,
}) => {
  const range = page.getByText(/^\d+–\d+ of \d+ purchase orders, newest first$/);
  const next = page.getByRole("button", { name: "Next →" });
  await page.goto("/purchase-orders?size=25");
  await expect(range).toHaveText(/^1–25 of/);
  await next.press("Enter");
  await expect(range).toHaveText(/^26–50 of/);
  await expect(next).toBeFocused();
  const [, total] = / of (\d+)/.exec(await range.innerText()) ?? [];
  const pages = Math.ceil(Number(total) / 25);
  await navigateTo(page, `/purchase-orders?size=25&page=${pages - 1}`);
  await expect(range).toHaveText(new RegExp(`^${(pages - 2) * 25 + 1}–`));
  await next.press("Enter");
  await expect(range).toHaveText(new RegExp(`–${total} of ${total} purchase`));
  await expect(next).toBeFocused();
  await expect(next).toBeDisabled();
  await next.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`page=${pages - 1}$`));
  await expect(page.getByRole("button", { name: "← Previous" })).toBeFocused();
});

const readTable = async (
  page: Page,
  click: () => Promise<void>,
): Promise<Record<string, string>[]> => {
  const file = page.waitForEvent("download");
  await click();
  const text = await readFile(await (await file).path(), "utf8");
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
    .data;
};

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

test("all matching rows are exported to one file, or selected; a page that fails, or a person who cancels, leaves no file", async ({
  page,
  api,
  faulty,
}) => {
  const count = await api<number>("/purchase-orders/count");
  const files: unknown[] = [];
  page.on("download", (file) => files.push(file));
  await page.goto(`${faulty.url}/purchase-orders?size=25`);
  await expect(page.getByText(`1–25 of ${count} purchase orders, newest first`)).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Loading all matching purchase orders" });
  const exportAll = async () => {
    await button(page, "CSV").click();
    await expect(button(page, "This page (25)")).toBeVisible();
    await button(page, `All ${count} matching`).click();
  };
  await test.step("cancel", async () => {
    faulty.upstream.fail(
      "GET",
      "/purchase-orders",
      { until: new Promise(() => {}) },
      { query: "filterPageNumber=2" },
    );
    await exportAll();
    await expect(dialog).toContainText(`50 of ${count} purchase orders loaded`);
    await expectAccessibleInBoth(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await faulty.upstream.heal();
  });
  await page.reload();
  const fault = { status: 400, body: { error: "Not now" } };
  faulty.upstream.fail("GET", "/purchase-orders", fault, { query: "filterPageNumber=3" });
  await exportAll();
  await expect(dialog.getByRole("alert")).toContainText("Couldn't load all purchase orders");
  await expect(dialog).toContainText(`100 of ${count} purchase orders loaded`);
  expect(files).toEqual([]);
  const orders = await readTable(page, () =>
    dialog.getByRole("button", { name: "Try again" }).click(),
  );
  const pages = Array.from({ length: Math.ceil(count / 50) }, (_, index) =>
    api<PurchaseOrder[]>(`/purchase-orders?filterPageSize=50&filterPageNumber=${index + 1}`),
  );
  const known = (await Promise.all(pages)).flat();
  expect(orders.map(({ Order }) => Order)).toEqual(
    known.map(({ purchaseOrderNumber }) => purchaseOrderNumber),
  );
  for (const order of orders)
    expect(order).toMatchObject({
      "Units shipped": expect.stringMatching(/^[\d,]+ of [\d,]+$/),
      "Total cost": expect.stringMatching(/^\d+\.\d\d+$/),
    });

  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await expect(page.getByText("25 purchase orders selected")).toBeVisible();
  await button(page, `Select all ${count} matching`).click();
  await expect(page.getByText(`${count} purchase orders selected`)).toBeVisible();
  await page
    .getByRole("checkbox", { name: /^Select [A-Z]+-/ })
    .first()
    .uncheck();
  await expect(page.getByText(`${count - 1} purchase orders selected`)).toBeVisible();
  await button(page, "Next →").click();
  await expect(page.getByRole("checkbox", { name: "Select all rows on this page" })).toBeChecked();
  const selected = await readTable(page, () => button(page, "Export selected as CSV").click());
  expect(selected).toHaveLength(count - 1);
  // Others match now, so not all of them are selected.
  await navigateTo(page, "/purchase-orders?filterSourceId=1");
  await expect(page.getByText(`${count - 1} purchase orders selected`)).toBeHidden();
});

test("Shift selects all rows from the one that was selected last, by mouse and by keyboard", async ({
  page,
  stack,
}) => {
  await page.goto(stack.url);
  for (const [address, noun] of [
    ["/rmas", "RMAs"],
    ["/products?channel=1", "products"],
  ] as const)
    await test.step(address, async () => {
      await navigateTo(page, address);
      if (noun === "products") await untilCataloged(page);
      const rows = page.locator(".table__body [data-row-link]");
      const boxes = page.locator(".table__body [type=checkbox]");
      const told = (count: number) =>
        expect(page.getByText(`${count} ${noun} selected`, { exact: true })).toBeVisible();
      await expect(rows.nth(9)).toBeVisible();
      await boxes.nth(1).click();
      await boxes.nth(4).click({ modifiers: ["Shift"] });
      await told(4);
      expect(await page.evaluate(() => String(getSelection()))).toBe("");
      await rows.nth(4).focus();
      await page.keyboard.press("Shift+ArrowDown");
      await expect(rows.nth(5)).toBeFocused();
      await told(5);
      await page.keyboard.press("Shift+J");
      await told(6);
      await rows.nth(8).focus();
      await page.keyboard.press("Shift+Space");
      await told(8);
      await boxes.nth(9).focus();
      await page.keyboard.press("Shift+Space");
      await told(9);
      // The part of a row that is no link.
      await page
        .locator(".table__body [data-index='0'] [data-align=end]")
        .first()
        .click({ modifiers: ["Shift"] });
      await told(10);
    });
});

test("every list has views, and each record leads to the previous and the next one of its list", async ({
  page,
  stack,
}) => {
  await page.goto(stack.url);
  for (const [address, title] of [
    ["/rmas?status=Approved", "RMAs"],
    ["/returns?status=closed", "Returns"],
    ["/purchase-orders?sort=-totalCost", "Purchase orders"],
    ["/mapping-rules", "Mapping rules"],
    ["/mapping-sets", "Mapping sets"],
    ["/webhooks", "Webhooks"],
    ["/products?channel=1", "Products"],
  ] as const)
    await test.step(address, async () => {
      await navigateTo(page, address);
      await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
      await waitUntilLoaded(page);
      if (title === "Products") await untilCataloged(page);
      const rows = page.locator(".table__body [data-row-link]");
      await expect(rows.nth(2)).toBeVisible();
      await expect(button(page, "Views")).toBeVisible();
      const [first, second] = (await rows.allInnerTexts()).map((text) => text.trim());
      await rows.nth(1).click();
      const heading = page.getByRole("heading", { level: 1 });
      const nav = page.getByRole("navigation", { name: / list$/ });
      await expect(heading).toHaveText(second!);
      await expect(nav).toContainText(/^2 of \d/);
      await nav.getByRole("button", { name: "Previous" }).click();
      await expect(heading).toHaveText(first!);
      await expect(nav.getByRole("button", { name: "Previous" })).toBeDisabled();
      await nav.getByRole("button", { name: "Next" }).click();
      await expect(heading).toHaveText(second!);
      await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").first().click();
      await expect(rows.nth(2)).toBeVisible();
    });
});
