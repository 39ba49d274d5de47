import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { post, row, createRuleRequest } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

/* The behavior of the kit's small components, on screens that use them. */

test("a panel takes the focus, keeps it among its controls, and returns it", async ({ page }) => {
  await page.goto("/rmas");
  const opener = page.getByRole("button", { name: "Columns", exact: true });
  await opener.press("Enter");
  const panel = page.getByRole("dialog", { name: "Columns" });
  const checks = panel.getByRole("checkbox", { disabled: false });
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await expect(checks.first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(checks.last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(checks.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(panel).toBeVisible();
  await opener.click();
  await expect(panel).toBeHidden();

  await opener.click();
  await expect(panel).toBeVisible();
  await page.getByRole("searchbox").first().click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("searchbox").first()).toBeFocused();
});

test("a dialog opened from a panel closes the panel, and returns the focus to the panel's button", async ({
  page,
}) => {
  await page.goto("/products?channel=1");
  const opener = page.getByRole("button", { name: "Local copy", exact: true });
  await opener.click();
  const panel = page.getByRole("dialog", { name: "Local copy", exact: true });
  await panel.getByRole("button", { name: "Delete local copy" }).click();
  await expect(page.getByRole("dialog", { name: "Delete local copy?" })).toBeVisible();
  await expect(panel).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a calendar inside a panel can be used without closing the panel", async ({ page }) => {
  await page.goto("/purchase-orders");
  await page.getByRole("button", { name: "More filters" }).click();
  const panel = page.getByRole("dialog", { name: /more filter/i });
  await panel.getByRole("button", { name: "Open calendar" }).first().click();
  const calendar = page.getByRole("dialog", { name: "Open calendar" });
  await calendar.getByRole("button", { name: /^15 / }).click();
  await expect(calendar).toBeHidden();
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/-15/);
});

test("a menu is operated by arrows and letters, and Enter runs its commands", async ({ page }) => {
  await page.goto("/mapping-rules");
  const opener = page.getByRole("button", { name: "More", exact: true });
  await opener.press("Enter");
  const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
  await expect(item(/^Import rules/)).toBeFocused();
  // The arrows skip it until the rules have loaded.
  await expect(item(/^Export/)).toBeEnabled();
  await page.keyboard.press("ArrowDown");
  await expect(item(/^Export/)).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await page.keyboard.press("r");
  await expect(item(/^Rule reference/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/mapping-rules\/reference$/);
});

test("a row's menu stays with its row while the pointer is over others", async ({ page, api }) => {
  const { id } = await post(api, createRuleRequest("Row menu", [["one", "two"]]));
  await page.goto(`/mapping-rules/${id}`);
  await row(page, "“one”").hover();
  const opener = page.getByRole("button", { name: "More actions" });
  await opener.click();
  const menu = page.getByRole("menu", { name: "More actions" });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await row(page, "“two”").hover({ force: true });
  await menu.getByRole("menuitem", { name: "Move to…" }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("dialog", { name: /^Move / })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

/** The button next to the code of a channel's first product. */
const copyOfFirst = async (page: Page) => {
  await page.goto("/products?channel=1");
  await page.getByRole("grid", { name: "Products" }).getByRole("link").first().press("Enter");
  const copy = page.getByRole("button", { name: /^Copy SKU/ }).first();
  await expect(copy).toBeVisible();
  return copy;
};

test("a notification names the copied text, stays while the pointer is on it, and can be dismissed", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = await copyOfFirst(page);
  await copy.focus();
  await expect(page.getByRole("tooltip")).toHaveText("Copy SKU");
  await copy.press("Enter");
  await expect(page.getByRole("tooltip")).toHaveText("Copied");
  const status = page.getByRole("status").filter({ hasText: / copied$/ });
  await expect(status).toHaveAttribute("aria-live", "polite");
  const sku = await page.evaluate(() => navigator.clipboard.readText());
  await expect(status).toContainText(`${sku} copied`);
  await page.getByRole("button", { name: "Dismiss" }).hover();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(status).toBeHidden();
});

test("a notification stays while the pointer or the focus is on it, then disappears", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = await copyOfFirst(page);
  await page.clock.install();
  await copy.click();
  const said = page.getByText(/ copied$/);
  await expect(said).toBeVisible();
  await said.hover();
  await page.clock.runFor(20_000);
  await expect(said).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expect(said).toBeVisible();
  await copy.focus();
  await page.clock.runFor(5_000);
  await expect(said).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(said).toBeHidden();
});

test("on a phone the filters of every list are in one sheet, and its first records are visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const open = page.getByRole("button", { name: /^Filters/ });
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const first = page.locator("[data-row-link]").first();
  const lists = {
    "/rmas?sourceId=3": "Source",
    "/returns?updatedAfter=2020-01-01": "Updated since",
    "/mapping-rules?since=2020-01-01": "Updated since",
    "/purchase-orders?filterFulfilmentStatus=awaiting_shipment": "Fulfillment",
  };
  for (const [address, label] of Object.entries(lists)) {
    await page.goto(address);
    await expect(first).toBeInViewport({ ratio: 1 });
    await expect(open).toHaveText("Filters (1)");
    await open.click();
    await expect(
      sheet.locator("label, summary").filter({ hasText: label, visible: true }),
    ).toHaveCount(1);
    await expect(sheet.getByRole("button", { name: /^Show \d+ results?$/ })).toBeVisible();
  }
  await sheet.locator("summary").filter({ hasText: "Fulfillment" }).click();
  await expect(sheet.getByRole("checkbox", { name: "Awaiting Shipment" })).toBeChecked();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await sheet.getByRole("button", { name: /^Show 400 results$/ }).click();
  await expect(open).toHaveText("Filters");
  await expect(open).toBeFocused();
  for (const address of ["/mapping-sets", "/webhooks"]) {
    await page.goto(address);
    await expect(first).toBeInViewport({ ratio: 1 });
  }
  for (const address of ["/rmas", "/returns"]) {
    await page.goto(address);
    await expect(page.locator("[data-row-link]").nth(4)).toBeInViewport();
  }
  // Back leads to where the list was left. The cards below the window are drawn after the first ones.
  await expect(page.locator("[data-row-link]").nth(40)).toBeAttached();
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
  const range = page.getByText(/^\d+–\d+ of \d+$/);
  const next = page.getByRole("button", { name: "Next →" });
  await page.goto("/purchase-orders?size=25");
  await expect(range).toHaveText(/^1–25 of/);
  await next.press("Enter");
  await expect(range).toHaveText(/^26–50 of/);
  await expect(next).toBeFocused();
  const [, total] = (await range.innerText()).split(" of ");
  const pages = Math.ceil(Number(total) / 25);
  await page.goto(`/purchase-orders?size=25&page=${pages - 1}`);
  await expect(range).toBeVisible();
  await next.press("Enter");
  await expect(range).toHaveText(new RegExp(`–${total} of ${total}$`));
  await expect(next).toBeFocused();
  await expect(next).toBeDisabled();
  await next.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`page=${pages - 1}$`));
  await expect(page.getByRole("button", { name: "← Previous" })).toBeFocused();
});
