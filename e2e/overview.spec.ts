import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

/** Follows a link whose text ends with a number, expects as many rows in the list, and returns. */
const expectListed = async (page: Page, link: Locator, address: RegExp): Promise<void> => {
  const [, count] = /(\d+)(?: of \d+)?$/.exec((await link.textContent()) ?? "") ?? [];
  await link.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("main").getByRole("grid")).toHaveAttribute(
    "aria-rowcount",
    String(Number(count) + 1),
  );
  await page.goBack();
};

test("the overview reports what can't be loaded in its place, and every figure links to its records", async ({
  page,
  faulty,
}) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  faulty.upstream.fail("GET", "/rma", { until: held }, { query: "pageNumber=2", times: 99 });
  faulty.upstream.fail("GET", "/returns", { status: 500 }, { times: 99 });
  // However long the test takes, what it has loaded stays new.
  await page.clock.setFixedTime(new Date());
  await page.goto(faulty.url);
  // The RMAs that wait longest are listed once the oldest have loaded.
  await expect(page.getByRole("link", { name: /^\d+ RMAs$/ })).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting longest" });
  await expect(waiting.getByRole("list")).toHaveAttribute("aria-busy", "true");
  await expect(waiting.getByRole("link")).toHaveCount(0);
  release();
  await expect(waiting.getByRole("link")).toHaveCount(16);
  await expect(page.getByRole("region", { name: "Open returns by age" })).toContainText("–");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "RMAs by age" })).toContainText(
    /\d+ units? undecided/,
  );
  // The same numbers as a table; each opens its list.
  const ages = page.getByRole("region", { name: "RMAs by age", exact: true }).first();
  const shown = await ages.getByRole("listitem").getByRole("link").last().textContent();
  await page.getByRole("button", { name: "Show as table: RMAs by age" }).click();
  const longest = ages.getByRole("row").last();
  expect((await longest.textContent())?.startsWith(shown!.replace(" ", ""))).toBe(true);
  await expectListed(page, longest.getByRole("link"), /\/rmas\?.*createdBefore=/);
  await expectListed(
    page,
    ages.getByRole("link", { name: /^3 to 7 days \d+$/ }),
    /\/rmas\?.*createdAfter=.*createdBefore=/,
  );
  await expectListed(
    page,
    page.getByRole("link", { name: /^Not shipped within 2 weeks \d+ of \d+$/ }),
    /\/purchase-orders\?.*sentBefore=/,
  );
  const failing = page.getByRole("region", { name: "Failing" });
  const failed = failing.getByRole("link", { name: /\d+ of \d+$/ }).last();
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  const [, failures] = /(\d+) of \d+$/.exec((await failed.textContent()) ?? "") ?? [];
  expect(faulty.upstream.arrived("GET", "/webhook/daily-counts")).toHaveLength(1);
  await failed.click();
  // Its page counts the same events by day.
  await expect(page).toHaveURL(/\/webhooks\/\d+$/);
  await expect(page.getByText(`${failures} failed`, { exact: true })).toBeVisible();
  await page.goBack();
  await expectListed(
    page,
    failing.getByRole("link", { name: /^Disabled webhooks \d+ of \d+$/ }),
    /\/webhooks\?status=disabled$/,
  );
  await page
    .getByRole("region", { name: "Updated today" })
    .getByRole("link", { name: /^Purchase orders \d+$/ })
    .click();
  await expect(page).toHaveURL(/\/purchase-orders\?filterUpdatedAfter=/);
  await page.goBack();
  // The oldest RMA, and the others in their order.
  await page.getByRole("link", { name: "Start deciding" }).click();
  await expect(page.getByRole("navigation", { name: "RMA queue" })).toContainText(/^.*1 of \d+/);

  // A large window also lists the open returns that wait longest.
  await faulty.upstream.heal();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole("link", { name: "Overview", exact: true }).first().click();
  const oldest = page.getByRole("region", { name: "Oldest open returns" });
  await expect(oldest.getByRole("link")).toHaveCount(7);
  const openReturns = page.getByRole("region", { name: "Open returns by age" });
  await expectListed(
    page,
    openReturns.getByRole("link", { name: /^3 to 7 days \d+$/ }),
    /\/returns\?.*createdAfter=.*createdBefore=/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(oldest).toBeHidden();
});

test("Back during the first load opens the screen before it", async ({ page, stack }) => {
  await page.goto(`${stack.url}/rmas/1`);
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () => history.back()));
  await page.reload();
  await expect(page).toHaveURL(/\/rmas\/1$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^RMA/);
});
