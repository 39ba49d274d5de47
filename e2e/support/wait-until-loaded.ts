import { expect, type Page } from "@playwright/test";

/** Waits until the screen shows its content. */
export const waitUntilLoaded = async (page: Page): Promise<void> => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};
