import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

const choose = (page: Page, group: string, name: string) =>
  page
    .getByRole("main")
    .getByRole("radiogroup", { name: group })
    .getByText(name, { exact: true })
    .click();

test("a list starts with 25 rows on a phone and 50 elsewhere, until one of them is chosen", async ({
  page,
  stack,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The counts of the navigation have a status.
    if (pathname === "/api/rma" && !searchParams.has("status"))
      sent.push(searchParams.get("pageSize") ?? "none");
  });
  const expectOneRequest = async (pageSize: string) => {
    sent.length = 0;
    await page.goto(`${stack.url}/rmas?status=all`);
    await expect(page.getByText(new RegExp(`^1–${pageSize} of `))).toBeVisible();
    expect(sent).toEqual([pageSize]);
  };
  await expectOneRequest("50");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectOneRequest("25");

  // Another setting doesn't choose a number of rows.
  await page.goto(`${stack.url}/settings`);
  await choose(page, "Density", "Compact");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectOneRequest("50");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.url}/settings`);
  await choose(page, "Rows per page", "50");
  await expectOneRequest("50");
});

test("settings apply at once in all tabs, survive a reload, and are reset", async ({
  page,
  context,
  stack,
}) => {
  const root = page.locator("html");
  const other = await context.newPage();
  await other.goto(`${stack.url}/rmas/1`);
  const times = other.getByRole("main").getByRole("time");
  const created = times.filter({ hasText: /\d:\d\d/ }).first();
  await expect(created).toBeVisible();

  await page.goto(`${stack.url}/settings`);
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await zone.click();
  await zone.fill("Kolkata");
  await page.keyboard.press("Enter");
  await page
    .getByRole("combobox", { name: "Date and number format" })
    .selectOption("ISO 8601 (2026-11-22)");
  await expect(page.getByRole("status").filter({ hasText: "Example:" })).toContainText(
    /Example: \d{4}-\d\d-\d\d \d\d:\d\d, 1,234,567\.50, /,
  );
  // The same moment, five and a half hours ahead of UTC, in the tab that was open before.
  const at = Date.parse((await created.getAttribute("datetime"))!);
  const local = new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
  await expect(created).toHaveText(local);

  await choose(page, "Density", "Compact");
  await expect(root).toHaveAttribute("data-density", "compact");
  await choose(page, "Colors", "Dark");
  await expect(root).toHaveAttribute("data-scheme", "dark");
  await choose(page, "Colors", "Light");
  await expect(root).toHaveAttribute("data-scheme", "light");
  await choose(page, "Rows per page", "25");
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.getByRole("combobox", { name: "Start screen" }).selectOption("Returns");
  await expectAccessible(page);

  const sent: string[] = [];
  other.on("request", (request) => sent.push(request.url()));
  await other.goto(stack.url);
  await expect(other).toHaveURL(/\/returns$/);
  await expect(other.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expect(other.getByText(/^1–25 of /)).toBeVisible();
  // One request for the page, with the selected size, besides those that count for the tabs.
  const counts = /pageSize=1$/;
  expect(sent.filter((url) => url.includes("/api/returns?") && !counts.test(url))).toEqual([
    expect.stringContaining("pageSize=25"),
  ]);
  await other.keyboard.press("j");
  await expect(other.locator("[data-row-link]:focus")).toHaveCount(0);
  // The overview is a click away, and a reload stays there.
  await other.getByRole("link", { name: "Overview", exact: true }).click();
  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(root).toHaveAttribute("data-density", "comfortable");
  await expect(page.getByRole("checkbox", { name: "Single-key shortcuts" })).toBeChecked();
  await page.evaluate(() => localStorage.setItem("supercargo.settings", '{"density":5,"locale":'));
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Start screen" })).toHaveValue("/");
});
