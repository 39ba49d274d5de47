import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { loadCatalog } from "./support/products.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

const dist = resolve(import.meta.dirname, "../dist");
const kilobyte = 1024;

/** The limits of the first load (brotli, over all files that the browser requests). */
const budget = { requests: 8, js: 150 * kilobyte, css: 15 * kilobyte };

const brotliSize = (pathname: string): number => statSync(join(dist, `${pathname}.br`)).size;

/**
 * The console's own files that a cold load of the landing screen requests until everything except its data is ready.
 * No response arrives, because files that load after the first response delay nothing.
 */
const listLoadedFiles = async (page: Page, url: string): Promise<string[]> => {
  const files: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    const isOurs = origin === new URL(url).origin;
    if (isOurs && !pathname.startsWith("/api/") && !pathname.startsWith("/gateway/"))
      files.push(pathname);
  });
  await page.route("**/api/**", () => {});
  // What the page loads seconds later is not part of its first load, however slow that is.
  await page.addInitScript({
    content:
      "const later = setTimeout; globalThis.setTimeout = (run, ms, ...args) => (ms >= 1_000 ? 0 : later(run, ms, ...args));",
  });
  const firstRequest = page.waitForRequest("**/api/**");
  await page.goto(url);
  await firstRequest;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return files;
};

declare global {
  var formatted: string[];
}

/** Runs in the page: records who formats or sorts while the document's own modules are evaluated. */
const watchFormats = (): void => {
  globalThis.formatted = [];
  let evaluated = false;
  document.addEventListener("DOMContentLoaded", () => (evaluated = true));
  const watch = (target: object, name: string) => {
    const original: unknown = Reflect.get(target, name);
    const watched = new Proxy(original as () => unknown, {
      apply: (call, self, args) => note() ?? Reflect.apply(call, self, args),
      construct: (call, args, self) => note() ?? (Reflect.construct(call, args, self) as object),
    });
    const note = (): undefined => {
      if (!evaluated) globalThis.formatted.push(new Error(name).stack ?? name);
    };
    Reflect.set(target, name, watched);
  };
  for (const name of ["NumberFormat", "DateTimeFormat", "RelativeTimeFormat", "Collator"])
    watch(Intl, name);
  watch(Number.prototype, "toLocaleString");
  watch(Date.prototype, "toLocaleString");
};

test("the first load stays within its budget, and its code formats nothing while it is evaluated, which would delay the first request", async ({
  page,
  stack,
}) => {
  await page.addInitScript(watchFormats);
  const files = await listLoadedFiles(page, `${stack.url}/`);
  const weigh = (ending: string) =>
    files
      .filter((file) => file.endsWith(ending))
      .map(brotliSize)
      .reduce((sum, size) => sum + size, 0);
  expect(files.length, files.join(" ")).toBeLessThanOrEqual(budget.requests);
  expect(weigh(".js")).toBeLessThanOrEqual(budget.js);
  expect(weigh(".css")).toBeLessThanOrEqual(budget.css);
  // Without these files the build would be empty, and pass.
  expect(weigh(".js")).toBeGreaterThan(50 * kilobyte);
  expect(await page.evaluate(() => globalThis.formatted)).toEqual([]);
});

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The most that a list's scripts weigh besides the shell's; that of rules needs the engine, whose tables describe them. */
const mostOfList = (list: string): number =>
  (list.endsWith("mapping-rule-list.tsx") ? 132 : 103) * kilobyte;

test("a list loads few files, and none that it is shown without", () => {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Readonly<
    Record<string, Chunk>
  >;
  const filesOfChunk = (key: string, seen = new Set<string>()): string[] => {
    const { file, imports = [], css = [] } = manifest[key]!;
    if (seen.has(key)) return [];
    seen.add(key);
    return [file, ...css, ...imports.flatMap((each) => filesOfChunk(each, seen))];
  };
  const lists = Object.keys(manifest).filter((key) => key.endsWith("-list.tsx"));
  expect(lists).toHaveLength(12);
  const shell = new Set(filesOfChunk("index.html"));
  for (const list of lists) {
    const files = filesOfChunk(list).filter((file) => !shell.has(file));
    expect(files.length, files.join(" ")).toBeLessThanOrEqual(20);
    const scripts = files.filter((file) => file.endsWith(".js"));
    const size = scripts.reduce((sum, file) => sum + brotliSize(file), 0);
    expect(size, `${list}: ${scripts.join(" ")}`).toBeLessThanOrEqual(mostOfList(list));
  }
});

const stillScreens = [
  "/products/1",
  "/",
  "/exceptions",
  "/rmas",
  "/returns",
  "/purchase-orders",
  "/purchase-orders/1",
  "/received-orders",
  "/products",
  "/mapping-rules",
  "/mapping-sets",
  "/webhooks",
  "/connection",
  "/bulk-runs",
  "/audit",
  "/settings",
];

/** accessibility.spec.ts checks the loading screens on a laptop; `npm run bench -- soak` checks all widths here. */
const widths = process.env["SOAK"] === "1" ? [1440, 768, 390] : [390];

/** The requests of a page to the API and the gateway's catalog, in order; the state of the catalog is read again. */
const apiRequests = (page: Page): string[] => {
  const urls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && !/^\/api\/catalog\/\d+$/.test(pathname))
      urls.push(pathname + search);
  });
  return urls;
};

test("a main screen's title is shown while the scripts load", async ({ page, stack }) => {
  const mainScreens = ["/", "/rmas", "/purchase-orders", "/audit", "/connection"];
  const titles: (string | null)[] = [];
  for (const path of mainScreens) {
    await page.goto(stack.url + path);
    titles.push(await page.getByRole("heading", { level: 1 }).textContent());
  }
  await page.route("**/assets/*.js", () => {});
  for (const [index, path] of mainScreens.entries()) {
    await page.goto(stack.url + path, { waitUntil: "commit" });
    await expect(page.locator("#first-title")).toHaveText(titles[index]!);
  }
});

test.describe("by touch", () => {
  // Controls are higher then, and what appears late must not be higher than its place.
  test.use({ hasTouch: true, isMobile: true });

  test(`nothing shifts and nothing is requested twice while a screen loads in a window of ${widths.join(", ")} px`, async ({
    page,
    stack,
  }) => {
    await loadCatalog(stack.url);
    await watchForShifts(page);
    const sent = apiRequests(page);
    for (const path of stillScreens)
      for (const width of widths)
        await test.step(`${path}, ${width} px`, async () => {
          // What the screen before still requests is not this one's.
          await page.goto("about:blank");
          sent.length = 0;
          await page.setViewportSize({ width, height: 844 });
          await page.goto(stack.url + path);
          await waitUntilLoaded(page);
          await page.waitForLoadState("networkidle");
          const { sum, moved } = await readShifts(page);
          expect.soft(sum, `${path}, ${width} px: ${moved}`).toBeLessThan(mostShift);
          expect.soft(sent, path).toEqual([...new Set(sent)]);
        });
  });
});
