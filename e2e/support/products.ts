import { expect, type Page } from "@playwright/test";

export const foundCount = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ products$/);

/**
 * Waits until all products of a channel are copied and listed. While they arrive, others take their places, and a range
 * of rows has other rows in it.
 */
export const untilCopied = async (page: Page): Promise<void> => {
  await expect(page.getByText(/^All [\d,]+ products loaded/)).toBeVisible();
  await expect(foundCount(page)).toHaveText(/^([\d,]+) of \1 products$/);
};
