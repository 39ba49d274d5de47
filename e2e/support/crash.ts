import type { Page } from "@playwright/test";

/** Ends the page's process, and waits until the browser knows: a page that opens before would end with it. */
export const crash = async (page: Page): Promise<void> => {
  const crashed = page.waitForEvent("crash");
  await page.goto("chrome://crash").catch(() => undefined);
  await crashed;
};
