import { chromium, type Page } from "@playwright/test";
import { launchOptions } from "#e2e/support/launch-options.ts";
import { measureHeap } from "./product-screen/measure-heap.ts";
import { scrollTable } from "./product-screen/scroll-table.ts";
import { startCatalogueConsole } from "./product-screen/start-catalogue-console.ts";
import { typeSearches } from "./product-screen/type-searches.ts";

/*
 * The console's product screen, as built for production, in a real browser and through the gateway, over a channel of
 * 100,000 products and 300,000 variants.
 */

const parents = Number(process.env["BENCH_PARENTS"] ?? 100_000);
const opens = 5;
const window = { viewport: { width: 1440, height: 900 } };
const texts = ["skillet", "har-fje", "stainless steel pan", "59124", "skilelt", "desk lamp oak"];

/** Milliseconds from the navigation until all products are found and rows are shown. */
const opened = async (page: Page, url: string): Promise<number> => {
  await page.goto(`${url}/products?channel=1`, { waitUntil: "commit" });
  return page.evaluate(
    (total) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const rows = document.querySelectorAll(".table [data-row-link]").length;
          const text = document.querySelector(".list__foot")?.textContent ?? "";
          if (rows > 5 && text.includes(`${total} of ${total} products`))
            resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    parents.toLocaleString("en-US"),
  );
};

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);

export async function* bench(): AsyncGenerator<object> {
  const console = await startCatalogueConsole(parents);
  const browser = await chromium.launch(launchOptions());
  const openBrowser = async () => {
    const context = await browser.newContext(window);
    // The tool that runs the sources makes every function call this helper, which does not exist in the page.
    await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
    return context;
  };
  try {
    const began = performance.now();
    const first = await (await openBrowser()).newPage();
    await first.goto(`${console.url}/products?channel=1`);
    await first.getByText(/^All [\d,]+ products$/).waitFor({ timeout: 1_800_000 });
    const loadingSeconds = Math.round((performance.now() - began) / 100) / 10;
    await first.close();
    const times: number[] = [];
    for (let open = 0; open < opens; open += 1) {
      // A browser that has never seen the channel.
      const fresh = await openBrowser();
      times.push(await opened(await fresh.newPage(), console.url));
      await fresh.close();
    }
    yield {
      bench: "product-screen",
      products: parents,
      firstLoadingSeconds: loadingSeconds,
      navigationToSearchableMs: median(times),
      all: times.map(Math.round),
    };
    const page = await (await openBrowser()).newPage();
    await opened(page, console.url);
    await page.waitForTimeout(4_000);
    const heap = await measureHeap(page);
    yield { bench: "product-screen", keystrokes: await typeSearches(page, texts) };
    await page.waitForTimeout(1_000);
    yield { bench: "product-screen", scrolling: await scrollTable(page) };
    yield { bench: "product-screen", heapAtFirstMb: heap, heapAtLastMb: await measureHeap(page) };
  } finally {
    await browser.close();
    await console.close();
  }
}
