import { chromium, type Locator, type Page } from "@playwright/test";
import { launchOptions } from "#e2e/support/launch-options.ts";
import { startRecords } from "#e2e/support/records.ts";
import { startStack } from "#e2e/support/start-stack.ts";

/*
 * Typing into the command palette while this browser remembers many records and the catalog of a channel: the time
 * from each key to the frame with its results, beside the same for the number field of the list behind it.
 */

const remembered = Number(process.env["BENCH_RECORDS"] ?? 5_000);
const kinds = ["rmas", "returns", "purchase-orders", "mapping-sets", "webhooks"] as const;
const texts = ["rma 301", "return desk", "fo-2004", "purchase ord", "59124", "lamp oak"];
const targetMs = 50;
const pauseMs = 150;

declare global {
  var paletteTimes: { painted: number[]; found: number[] } | undefined;
}

/** Runs in the page: measures from each key to the frame after it, and to the first one without a search in progress. */
const timeKeys = (): void => {
  const times = { painted: [] as number[], found: [] as number[] };
  globalThis.paletteTimes = times;
  const isSearching = () =>
    document.querySelector(".palette__foot [role=status]")?.textContent === "Searching…";
  const { port1, port2 } = new MessageChannel();
  let began = 0;
  let isPainted = true;
  const watch = () => requestAnimationFrame(() => port2.postMessage(undefined));
  port1.onmessage = () => {
    const ms = performance.now() - began;
    if (!isPainted) times.painted.push(ms);
    isPainted = true;
    if (isSearching()) watch();
    else times.found.push(ms);
  };
  addEventListener(
    "keydown",
    ({ timeStamp }) => {
      began = timeStamp;
      isPainted = false;
      watch();
    },
    true,
  );
};

const at = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10;
};

/** Types the texts key by key, and returns the times of all keys in ms. */
const typeAll = async (page: Page, field: Locator) => {
  await page.evaluate(timeKeys);
  for (const text of texts) {
    await field.fill("");
    await page.waitForTimeout(pauseMs * 4);
    for (const key of text) {
      await page.keyboard.press(key === " " ? "Space" : key);
      await page.waitForTimeout(pauseMs);
    }
  }
  return page.evaluate(() => globalThis.paletteTimes!);
};

/** Adds records to those that this browser remembers; more than the console itself stores. */
const rememberMany = (page: Page) =>
  page.evaluate(
    ([all, count]) => {
      const key = Object.keys(localStorage).find((one) => one.startsWith("supercargo.seen.rmas"))!;
      for (const kind of all)
        localStorage.setItem(
          key.replace("rmas", kind),
          JSON.stringify(
            Array.from({ length: count }, (_, index) => ({
              id: 1_000_000 + index,
              label: `${kind.slice(0, 3).toUpperCase()}-${30_000 + index}`,
              status: "open",
              at: 0,
            })),
          ),
        );
    },
    [kinds, remembered] as const,
  );

export async function* bench(): AsyncGenerator<object> {
  const endRecords = await startRecords();
  const stack = await startStack();
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The tool that runs the sources makes every function call this helper, which does not exist in the page.
  await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
  try {
    const page = await context.newPage();
    await page.goto(`${stack.url}/products?channel=1`);
    await page.getByText(/^All [\d,]+ products$/).waitFor();
    await page.goto(`${stack.url}/rmas`);
    await page.locator("main [data-row-link]").first().click();
    await page.locator("main [data-line]").first().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "RMAs" }).first().click();
    await page.locator("main [data-row-link]").first().waitFor();
    await rememberMany(page);
    const list = page.getByRole("searchbox", { name: "Search RMAs" });
    await list.focus();
    const plain = await typeAll(page, list);
    await list.fill("");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search screens, records and actions" });
    await field.waitFor();
    const palette = await typeAll(page, field);
    const medianMs = at(palette.painted, 0.5);
    yield {
      bench: "palette",
      remembered: remembered * kinds.length,
      keys: palette.painted.length,
      medianMs,
      p95Ms: at(palette.painted, 0.95),
      withProducts: { medianMs: at(palette.found, 0.5), p95Ms: at(palette.found, 0.95) },
      listField: { medianMs: at(plain.painted, 0.5), p95Ms: at(plain.painted, 0.95) },
      ratioToListField: Math.round((medianMs / at(plain.painted, 0.5)) * 100) / 100,
      targetMs,
    };
  } finally {
    await browser.close();
    await stack.stop();
    await stack.remove();
    await endRecords();
  }
}
