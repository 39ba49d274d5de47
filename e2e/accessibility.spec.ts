import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { saveScreenshot } from "./support/save-screenshot.ts";
import { expect, test } from "./support/test.ts";
import { waitForCatalog } from "./support/wait-for-catalog.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { forgetShifts, mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

/*
 * Every screen in every state: loading, loaded, empty, and failed. Each state is held while axe checks it. States that
 * only a longer flow reaches (conflicts, lost responses, confirmations) are checked in the flow's own test, panels and
 * menus in kit.spec.ts.
 */

/** Every route of the console, with a record of the demonstration workspace; those of one walk have other headings. */
const routes = [
  "/",
  "/exceptions",
  "/rmas",
  "/rmas/queue",
  "/rmas/1",
  "/returns",
  "/returns/1",
  "/purchase-orders",
  "/purchase-orders/1",
  "/received-orders",
  "/products",
  "/products/1",
  "/mapping-rules",
  "/mapping-rules/new",
  "/mapping-rules/1",
  "/mapping-sets",
  "/mapping-sets/1",
  "/webhooks",
  "/webhooks?new=1",
  "/webhooks/1",
  "/connection",
  "/bulk-runs",
  "/bulk-runs/1",
  "/audit",
  "/settings",
  "/no-such-screen",
  "/rmas/999999999",
  "/people",
  "/mapping-sets/new",
  "/mapping-rules/import",
  "/mapping-rules/print",
  "/mapping-rules/reference",
  "/mapping-rules/checks",
  "/mapping-rules/reviews",
  "/mapping-rules/tests",
  "/received-orders/1",
  "/signed-in",
] as const;

/** A phone, a tablet, two laptops: nothing may overflow the window. */
const widths = [390, 768, 1024, 1280];

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const busy = (page: Page) => page.locator('[aria-busy="true"]');

/** Content that follows some time after the responses: the copy's rows, sentences with names, the result of a run. */
const lateContent: Readonly<Record<string, (page: Page) => Locator>> = {
  "/products": (page) => page.locator("[data-row-link]").first(),
  "/mapping-rules/print": (page) => page.getByRole("article").first(),
  "/received-orders/1": (page) => page.getByRole("heading", { level: 1, name: /^Batch of / }),
};

/** Receives at a source that doesn't exist: a run without orders, the first one of a new workspace. */
const receiveNothing = async (page: Page, url: string) => {
  const headers = { "X-Requested-By": "test" };
  const data = { sourceId: 999_999 };
  const answer = await page.request.post(`${url}/api/received-orders`, { headers, data });
  expect(answer.status()).toBe(200);
};

/** Holds the gateway's responses between `hold` and `release`. Nothing fails, so nothing is faked. */
const interceptAnswers = async (page: Page) => {
  let held = Promise.resolve();
  let release = () => {};
  await page.route(/^[^?]*\/(?:api|gateway)\//, async (route) => {
    await held;
    await route.continue();
  });
  return {
    hold: () => (held = new Promise<void>((done) => (release = done))),
    release: () => release(),
  };
};

/** Screens that request nothing before they show their content. */
const neverLoading = new Set<string>([
  "/mapping-rules/checks",
  "/mapping-rules/tests",
  "/no-such-screen",
  "/connection",
  "/settings",
  "/products/1",
  "/webhooks?new=1",
  "/mapping-sets/new",
  "/mapping-rules/import",
  "/mapping-rules/print",
  "/mapping-rules/reference",
  "/mapping-rules/reviews",
  "/signed-in",
]);

test.describe.configure({ mode: "parallel" });

/**
 * Checks for overflow at every width, with phone screenshots in both schemes. Starts in the dark scheme, ends in the
 * light one.
 */
const narrow = async (page: Page, route: string) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`)
      .toBeLessThanOrEqual(width);
    if (width > 390) continue;
    await saveScreenshot(page, route, "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await saveScreenshot(page, route, "light");
  }
};

/** Texts under 12 px or in capitals. */
const findUnreadable = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!node.nodeValue?.trim() || !element?.checkVisibility() || element.closest("iframe"))
        continue;
      const { fontSize, textTransform } = getComputedStyle(element);
      if (Number.parseFloat(fontSize) < 11.99 || textTransform === "uppercase")
        found.add(`${node.nodeValue.trim().slice(0, 40)}: ${fontSize} ${textTransform}`);
    }
    return [...found];
  });

/** Lets the page draw a change of its size: what moves by it does not count for the next screen. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
  });

/** Screens that show no loading state within the open page: what they read is known from the screen before. */
const loadedAnew = new Set<string>(["/products", "/connection"]);

/** Opens a route in place of the one that is shown, or by its address. */
const open = async (page: Page, url: string, route: string) => {
  if (page.url() === "about:blank" || loadedAnew.has(route))
    return void (await page.goto(url + route));
  const before = await heading(page).textContent();
  await drawn(page);
  await forgetShifts(page);
  await navigateTo(page, route);
  await expect(heading(page)).not.toHaveText(before ?? "");
};

/** Few routes are loaded by their address here: budgets.spec.ts does that with all screens. */
const walks = [0, 1, 2].map((first) => routes.filter((_route, at) => at % 3 === first));

for (const walk of walks)
  test(`${walk.join(", ")}, while loading and loaded: no violation of WCAG 2.2 AA, no shift, no sideways scrolling`, async ({
    page,
    stack,
  }) => {
    const { width, height } = page.viewportSize()!;
    const answers = await interceptAnswers(page);
    await watchForShifts(page);
    if (walk.includes("/products")) await waitForCatalog(page, stack.url);
    if (walk.includes("/received-orders/1")) await receiveNothing(page, stack.url);
    for (const route of walk)
      await test.step(route, async () => {
        const part = route === walk[0] ? "page" : "screen";
        answers.hold();
        await page.setViewportSize({ width, height });
        await open(page, stack.url, route);
        if (!neverLoading.has(route)) {
          await expect(busy(page).first()).toBeVisible();
          // All screens draw what is missing by the same parts.
          if (part === "page") await expectAccessibleInBoth(page, part);
          else await expectAccessible(page);
        }
        answers.release();
        await waitUntilLoaded(page);
        const late = lateContent[route]?.(page);
        if (late) await expect(late).toBeVisible();
        // Elsewhere the bar that stays lies over a part of this screen's buttons.
        if (route === "/mapping-rules/new")
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await expectAccessible(page, "everything", part);
        expect(await findUnreadable(page)).toEqual([]);
        const { sum, moved } = await readShifts(page);
        expect(sum, moved).toBeLessThan(mostShift);
        await saveScreenshot(page, route, "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await expectAccessible(page, "colours", part);
        await saveScreenshot(page, route, "dark");
        await narrow(page, route);
      });
  });

test("every route is among those that are checked", async () => {
  const code = await readFile(new URL("../src/web/routes.tsx", import.meta.url), "utf8");
  const paths = [...code.matchAll(/\.\.\.(?:listAt|at)\("([^"]+)"/g)].map(([, path]) => path!);
  expect(paths).toContain("/rmas/$id");
  const isChecked = (path: string) =>
    routes.some((route) => RegExp(`^${path.replace("$id", "\\d+")}(?:\\?|$)`).test(route));
  expect(paths.filter((path) => !isChecked(path))).toEqual([]);
});

const lists = [
  ["/", "Overview"],
  ["/exceptions", "Exceptions"],
  ["/rmas", "RMAs"],
  ["/returns", "Returns"],
  ["/purchase-orders", "Purchase orders"],
  ["/received-orders", "Received orders"],
  ["/products", "Products"],
  ["/mapping-rules", "Mapping rules"],
  ["/mapping-sets", "Mapping sets"],
  ["/webhooks", "Webhooks"],
  ["/bulk-runs", "Bulk changes"],
  ["/audit", "Activity"],
  ["/people", "Signed-in people"],
] as const;

/** The overview, a list and a record: all others draw an empty list and a failure by the same parts in the same colors. */
const inBoth = new Set(["/", "/rmas", "/rmas/1"]);

test("the screens of an empty account have no violation of WCAG 2.2 AA", async ({
  page,
  emptyConsole,
}) => {
  await page.goto(emptyConsole.url);
  for (const [route, title] of lists)
    await test.step(route, async () => {
      await navigateTo(page, route);
      await expect(heading(page)).toHaveText(title);
      await waitUntilLoaded(page);
      await (inBoth.has(route) ? expectAccessibleInBoth : expectAccessible)(page);
    });
});

const records = [
  ["/rmas/1", /RMA/],
  ["/returns/1", /Return/],
  ["/purchase-orders/1", /order/i],
  ["/mapping-rules/1", /rule/i],
  ["/mapping-sets/1", /set/i],
  ["/webhooks/1", /Webhook/],
  ["/products/1?channel=1&after=2026-01-01T00:00:00.000Z", /Product/],
  ["/received-orders/1", /Batch/],
  ["/mapping-rules/print", "Printed mapping rules"],
] as const;

/** Fails what the gateway reads from its own database, which an upstream that fails leaves intact. */
const failStoredRecords = (page: Page) =>
  page.route(/\/api\/(?:audit|bulk-runs|exceptions|figures|people|received-orders)\b/, (route) =>
    route.fulfill({ status: 503, json: { title: "No database", detail: "It has broken down" } }),
  );

test("the screens of an upstream that fails have no violation of WCAG 2.2 AA", async ({
  page,
  faulty,
}) => {
  faulty.upstream.failAll({ status: 500, body: { error: "The upstream has broken down" } });
  await failStoredRecords(page);
  await page.goto(faulty.url);
  for (const [route, title] of [...lists, ...records])
    await test.step(route, async () => {
      await navigateTo(page, route);
      await expect(heading(page)).toHaveText(title);
      await waitUntilLoaded(page);
      await expect(page.getByRole("main")).toContainText(/broken down|upstream|couldn't load/i);
      await (inBoth.has(route) ? expectAccessibleInBoth : expectAccessible)(page);
    });
});

test("the search, the shortcuts and a phone's menu have no violation of WCAG 2.2 AA", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/rmas`);
  await waitUntilLoaded(page);
  for (const name of ["Search", "Help"])
    await test.step(name, async () => {
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();
      await expectAccessibleInBoth(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name, exact: true })).toBeHidden();
    });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expectAccessibleInBoth(page, "page");
});
