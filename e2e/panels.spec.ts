import type { Page } from "@playwright/test";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { createRuleRequest, post, row } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

/* Panels and menus, on screens that use them. */

/** Follows a link of the main navigation. */
const openScreen = async (page: Page, name: string) => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
};

const checkPanel = async (page: Page) => {
  const opener = page.getByRole("button", { name: "Columns", exact: true });
  await opener.press("Enter");
  const panel = page.getByRole("dialog", { name: "Columns" });
  const checks = panel.getByRole("checkbox", { disabled: false });
  const search = panel.getByRole("searchbox", { name: "Search columns" });
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await expect(search).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Shift+Tab");
  await expect(checks.last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(search).toBeFocused();
  const heading = page.getByRole("columnheader", { name: "Goods" });
  await expect(heading).toBeVisible();
  await page.keyboard.type("goo");
  await expect(panel.getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("checkbox", { name: "Goods" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(heading).toBeHidden();
  await expect(search).toHaveValue("");
  await page.keyboard.type("goo");
  await page.keyboard.press("Enter");
  await expect(heading).toBeVisible();
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
};

const checkCalendarInPanel = async (page: Page) => {
  await page.getByRole("button", { name: "Views", exact: true }).click();
  const views = page.getByRole("dialog", { name: "Views", exact: true });
  await expect(views).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await expect(views).toBeHidden();
  await page.getByRole("button", { name: "More filters" }).click();
  const panel = page.getByRole("dialog", { name: /more filter/i });
  await expect(panel).toBeVisible();
  await expectAccessibleInBoth(page);
  await panel.getByRole("button", { name: "Open calendar" }).first().click();
  const calendar = page.getByRole("dialog", { name: "Open calendar" });
  await calendar.getByRole("button", { name: /^15 / }).click();
  await expect(calendar).toBeHidden();
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/-15/);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
};

const checkMenu = async (page: Page) => {
  const opener = page.getByRole("button", { name: "More", exact: true });
  await opener.press("Enter");
  const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
  await expect(item(/^Check rules/)).toBeFocused();
  // The arrows skip it until the rules have loaded.
  await expect(item(/^Export/)).toBeEnabled();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("ArrowDown");
  await expect(item(/^Run all tests/)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item(/^Import rules/)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item(/^Export/)).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await page.keyboard.press("r");
  await expect(item(/^Run all tests/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/mapping-rules\/tests$/);
};

test("panels and menus take the focus, keep it among their controls, and return it", async ({
  page,
}) => {
  await page.goto("/rmas");
  await test.step("a panel of RMAs", () => checkPanel(page));
  await openScreen(page, "Purchase orders");
  await test.step("a calendar doesn't close its panel", () => checkCalendarInPanel(page));
  await openScreen(page, "Mapping rules");
  await test.step("a menu by arrows and letters", () => checkMenu(page));
});

test("a row's menu stays with its row while the pointer is over others", async ({ page, api }) => {
  const { id } = await post(api, createRuleRequest("Row menu", [["one", "two"]]));
  await page.goto(`/mapping-rules/${id}`);
  await row(page, "“one”").hover();
  const opener = page.getByRole("button", { name: "More actions" });
  await opener.click();
  const menu = page.getByRole("menu", { name: "More actions" });
  await expect(menu).toBeVisible();
  await row(page, "“two”").hover({ force: true });
  await menu.getByRole("menuitem", { name: "Move to…" }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("dialog", { name: /^Move / })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});
