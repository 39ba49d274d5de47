import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

/** Every route of the console, with a record that the demonstration workspace has. */
const routes = [
  "/",
  "/rmas",
  "/rmas/1",
  "/returns",
  "/returns/1",
  "/purchase-orders",
  "/purchase-orders/1",
  "/received-orders",
  "/products",
  "/products/1",
  "/mapping-rules",
  "/mapping-rules/1",
  "/mapping-sets",
  "/mapping-sets/1",
  "/webhooks",
  "/webhooks/1",
  "/connection",
  "/no-such-screen",
  "/rmas/999999999",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const route of routes) {
      test(`${route} has no violation of WCAG 2.2 AA`, async ({ page, stack }) => {
        await page.goto(stack.url + route);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expectAccessible(page);
      });
    }
  });
}

/** A phone, a tablet, a small laptop: nothing may stand outside the window or a sheet. */
for (const width of [390, 768, 1024, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });
    test("no screen scrolls sideways", async ({ page, stack }) => {
      test.setTimeout(120_000);
      for (const route of routes) {
        await page.goto(stack.url + route);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.waitForLoadState("networkidle");
        const widest = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(widest, route).toBeLessThanOrEqual(width);
      }
    });
  });
}
