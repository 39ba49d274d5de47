import { chromium, type Page } from "@playwright/test";
import { requestRate } from "#contract/limits.ts";
import { launchOptions } from "#e2e/support/launch-options.ts";
import { someProducts, startProductCopyPage } from "#e2e/support/start-product-copy-page.ts";
import type {} from "#e2e/support/product-copy-page/page.ts";

/*
 * How close a sweep comes to the upstream's rate limit, in a browser and through the gateway, and the cost of a check
 * that finds no changes.
 */

const pages = Number(process.env["BENCH_PAGES"] ?? 140);
/** A page repeats the last product of the one before. */
const products = pages * 49;

const until = (page: Page, phase: string) =>
  page.waitForFunction((wanted) => globalThis.copyPage?.copy.state.get().phase === wanted, phase, {
    timeout: 600_000,
    polling: 50,
  });
const readRequests = (page: Page) =>
  page.evaluate(() => globalThis.copyPage!.copy.state.get().requests);

export const bench = async (): Promise<object[]> => {
  const console = await startProductCopyPage(someProducts(products), {
    rateLimit: requestRate.limit,
  });
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    const arrivals: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/products/parents")) arrivals.push(performance.now());
    });
    await page.goto(console.url);
    await until(page, "fresh");
    const tookMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
    // The first responses come at once; from then on `limit` of them in each window.
    const idealMs =
      ((arrivals.length - requestRate.limit) / requestRate.limit) * requestRate.windowMs;
    const sent = await readRequests(page);
    await page.evaluate(() => globalThis.copyPage!.copy.refresh());
    await page.waitForTimeout(3_000);
    return [
      {
        bench: "product-copy",
        products,
        requests: sent,
        seconds: Math.round(tookMs / 100) / 10,
        rate: Math.round((idealMs / tookMs) * 1_000) / 1_000,
        requestsOfALook: (await readRequests(page)) - sent,
      },
    ];
  } finally {
    await browser.close();
    await console.close();
  }
};
