import { expect, type Page } from "@playwright/test";

/** While products are still being copied, each page of them adds choices to the filters. */
export const waitForCatalog = (page: Page, url: string) =>
  expect
    .poll(
      async () => {
        const headers = { "X-Requested-By": "test" };
        const answer = await page.request.get(`${url}/api/catalog/1`, { headers });
        return ((await answer.json()) as { phase: string }).phase;
      },
      { timeout: 120_000 },
    )
    .toBe("fresh");
