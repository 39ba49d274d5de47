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

/** A phone, a tablet, a small laptop: nothing may stand outside the window or a sheet. */
const widths = [390, 768, 1024, 1280];

for (const route of routes) {
  test(`${route} has no violation of WCAG 2.2 AA, and no screen scrolls sideways`, async ({
    page,
    stack,
  }) => {
    await page.goto(stack.url + route);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, "colours");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`)
        .toBeLessThanOrEqual(width);
    }
  });
}
