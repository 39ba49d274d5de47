import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

const screens = [
  "RMAs",
  "Returns",
  "Purchase orders",
  "Received orders",
  "Products",
  "Mapping rules",
  "Mapping sets",
  "Webhooks",
  "Connection",
  "Activity",
  "Settings",
];

test("the main screens' code is loaded in idle time", async ({ browser, stack }) => {
  // A context of its own, because the one of the tests saves data.
  const context = await browser.newContext();
  const page = await context.newPage();
  const last = page.waitForResponse(/settings-screen/);
  await page.goto(stack.url);
  await (await last).finished();
  await page.route("**/assets/*.js", (route) => route.abort());
  for (const name of screens) {
    await menu(page, name).click();
    await expect(heading(page, name)).toBeVisible();
  }
  await context.close();
});

test("bulk runs are a part of Activity, also on a phone and in the palette", async ({
  page,
  stack,
}) => {
  await page.goto(stack.url);
  await menu(page, "Activity").click();
  const lists = page.getByRole("navigation", { name: "Activity" });
  await expect(lists.getByRole("link", { name: "Changes" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await lists.getByRole("link", { name: "Bulk changes" }).click();
  await expect(heading(page, "Bulk changes")).toBeVisible();
  await expect(page).toHaveURL(/\/bulk-runs$/);
  await expect(menu(page, "Activity")).toHaveAttribute("aria-current", "page");
  await page.setViewportSize({ width: 390, height: 844 });
  await lists.getByRole("link", { name: "Changes" }).click();
  await expect(heading(page, "Activity")).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("link", { name: "Bulk changes" })).toHaveCount(0);
  await expect(sheet.getByRole("link", { name: "Activity" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("bulk changes");
  await expect(page.getByRole("option", { name: "Bulk changes", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Bulk changes")).toBeVisible();
});

test("the number of RMAs to decide is in the navigation, with one request for all screens", async ({
  browser,
  stack,
  documentedOnly,
}) => {
  // A context of its own, because the one of the tests saves data.
  const context = await browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/rma") sent.push(search);
  });
  await page.goto(`${stack.url}/mapping-sets`);
  const link = menu(page, "RMAs");
  await expect(link).toHaveAccessibleDescription(/^\d+ to decide$/);
  expect(sent).toHaveLength(1);
  await menu(page, "Overview").click();
  const [count] = ((await link.textContent()) ?? "").match(/\d+/) ?? [];
  await expect(page.getByText(/RMAs are waiting for a decision/)).toContainText(`${count} RMAs`);
  expect(sent.filter((search) => search === sent[0])).toHaveLength(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(menu(page, "RMAs")).toHaveAccessibleDescription(`${count} to decide`);

  sent.length = 0;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${documentedOnly.url}/connection`);
  await menu(page, "RMAs").click();
  await expect(page.getByText("The API doesn't offer a list of RMAs").first()).toBeVisible();
  await expect(menu(page, "RMAs")).toHaveText("RMAs");
  await context.close();
});

test("with data saving, a screen's code is loaded when its link is pointed at or focused; a list that was read before shows its rows before a response", async ({
  page,
  stack,
}) => {
  await page.goto(stack.url);
  await expect(heading(page, "Overview")).toBeVisible();
  const pointed = page.waitForRequest(/return-list/);
  await menu(page, "Returns").hover();
  await pointed;
  const focused = page.waitForRequest(/webhook-list/);
  await menu(page, "Webhooks").focus();
  await focused;

  await menu(page, "RMAs").click();
  const row = page.getByRole("main").getByRole("link", { name: /^RMA-/ }).first();
  await expect(heading(page, "RMAs")).toBeVisible();
  const name = await row.textContent();
  await menu(page, "Webhooks").click();
  await expect(heading(page, "Webhooks")).toBeVisible();
  await page.route("**/api/**", () => {});
  await menu(page, "RMAs").click();
  await expect(heading(page, "RMAs")).toBeFocused();
  await expect(row).toHaveText(name ?? "");
});
