import { expect, type Page } from "@playwright/test";
import type { CatalogState } from "#contract/catalog.ts";

export const foundCount = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ products$/);

/** What the bar of the Products screen says once the catalog has all products. */
export const whole = /^All [\d,]+ products$/;

/** Waits until the gateway has all products of a channel. */
export const loadCatalog = async (url: string, channelId = 1): Promise<void> => {
  const read = async (): Promise<string> => {
    const headers = { "x-requested-by": "supercargo" };
    const answer = await fetch(`${url}/api/catalog/${channelId}`, { headers });
    return ((await answer.json()) as CatalogState).phase;
  };
  await expect.poll(read, { timeout: 60_000 }).toBe("fresh");
};

/**
 * Waits until all products of a channel are in the catalog and listed. While they arrive, others take their places, and
 * a range of rows has other rows in it.
 */
export const untilCataloged = async (page: Page): Promise<void> => {
  await expect(page.getByText(whole)).toBeVisible();
  await expect(foundCount(page)).toHaveText(/^([\d,]+) of \1 products$/);
};
