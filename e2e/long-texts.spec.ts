import type { Page } from "@playwright/test";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";

/* Names and notes that are far longer than their places. */

/** The fields of records that hold free text. */
const isFreeText = (field: string): boolean =>
  /(?:name|number|title|sku|note|reason|description|carrier|method)$/i.test(field);

const unbroken = "Unbroken".repeat(50);
const sentences = "The customer says that the box was open. ".repeat(50);

/** A response in which every free text is long: a name in one word, a note in many. */
const lengthen = (value: unknown, field = ""): unknown => {
  if (typeof value === "string" && value !== "" && isFreeText(field))
    return value + (/(?:note|reason)$/i.test(field) ? ` ${sentences}` : unbroken);
  if (Array.isArray(value)) return value.map((one) => lengthen(one, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lengthen(one, key)]));
};

/** Lengthens what the page reads. */
const lengthenAnswers = (page: Page) =>
  page.route("**/api/**", async (route) => {
    const isSearch = route.request().url().endsWith("/search");
    if (route.request().method() !== "GET" && !isSearch) return route.continue();
    const response = await route.fetch();
    if (!response.headers()["content-type"]?.includes("json")) return route.fulfill({ response });
    await route.fulfill({ response, json: lengthen(await response.json()) });
  });

const checkWidths = async (page: Page, check?: (page: Page) => Promise<void>) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`)
      .toBeLessThanOrEqual(width);
    await check?.(page);
  }
};

/** Screens that show texts of records; axe checks a list and a record. */
const screens = [
  ["/rmas", expectAccessibleInBoth],
  ["/rmas/1", expectAccessibleInBoth],
  ["/"],
  ["/rmas/queue"],
  ["/returns/1"],
  ["/purchase-orders/1"],
  ["/mapping-rules/1"],
  ["/mapping-sets/1"],
  ["/webhooks/1"],
  ["/products?channel=1"],
] as const;

test("texts far longer than their places cause no sideways scrolling, and no violation of WCAG 2.2 AA", async ({
  page,
  stack,
}) => {
  await lengthenAnswers(page);
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto(`${stack.url}/settings`);
  await waitUntilLoaded(page);
  for (const [route, check] of screens)
    await test.step(route, async () => {
      const before = await heading.textContent();
      await navigateTo(page, route);
      await expect(heading).not.toHaveText(before ?? "");
      await expect(
        page.getByRole("main").getByText(unbroken).filter({ visible: true }).first(),
      ).toBeVisible();
      await waitUntilLoaded(page);
      await checkWidths(page, check);
    });
  await test.step("the product that is listed first", async () => {
    await page.getByRole("grid", { name: "Products" }).getByRole("link").first().press("Enter");
    await expect(heading).toContainText(unbroken);
    await waitUntilLoaded(page);
    await checkWidths(page);
  });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
