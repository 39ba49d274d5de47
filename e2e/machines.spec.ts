import type { Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { findCovers, findCutRings } from "./support/measure-focus.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { loadCatalog } from "./support/products.ts";
import { hasSeveralLines, waitingRma } from "./support/rmas.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";

/* Phones, zoomed pages, narrow laptops, contrast themes, translators and paper. */

test.describe.configure({ mode: "parallel" });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Opens a screen in the open page. */
const goTo = async (page: Page, route: string) => {
  const before = await heading(page).textContent();
  await navigateTo(page, route);
  await expect(heading(page)).not.toHaveText(before ?? "");
  await waitUntilLoaded(page);
  // A rule's test still loads its products, and moves what is below.
  await expect(page.getByRole("progressbar")).toHaveCount(0);
};

/** Two phones, and two windows at 200 %. */
const sizes = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 720, height: 450 },
  { width: 640, height: 512 },
];

const mostStops = 45;

for (const size of sizes)
  test(`at ${size.width} x ${size.height} what has the focus is never below a bar`, async ({
    page,
    stack,
    api,
  }) => {
    const rma = await waitingRma(api, hasSeveralLines);
    await page.setViewportSize(size);
    await page.goto(stack.url);
    for (const route of [
      `/rmas/${rma.id}`,
      "/rmas/queue",
      "/rmas",
      "/purchase-orders/1",
      "/mapping-sets/1",
      "/returns/1",
      "/mapping-rules/1",
    ])
      await test.step(route, async () => {
        await goTo(page, route);
        expect(await findCovers(page, mostStops)).toEqual([]);
      });
  });

const withRings = [
  "/rmas",
  "/rmas/queue",
  "/purchase-orders",
  "/purchase-orders/1",
  "/products?channel=1",
  "/mapping-rules",
  "/mapping-rules/1",
  "/mapping-sets/1",
  "/returns/1",
  "/webhooks/1",
  "/settings",
];

test("no focus ring is cut off, or lies over a label", async ({ page, stack }) => {
  await loadCatalog(stack.url);
  await page.goto(stack.url);
  for (const width of [1280, 390])
    for (const route of withRings)
      await test.step(`${route}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await goTo(page, route);
        expect.soft(await findCutRings(page), `${route} ${width}`).toEqual([]);
      });
});

const lists = [
  "/rmas",
  "/returns",
  "/rmas?sort=creditTotal",
  "/purchase-orders?sort=totalCost",
  "/products?channel=1",
  "/mapping-rules",
  "/mapping-sets",
  "/webhooks",
  "/webhooks/1",
];

/** Runs in the page: the texts of a table that are cut, numbers and headings at all, others without an ellipsis. */
const findCutCells = (table: HTMLElement) => {
  const isCut = (cell: HTMLElement): boolean => {
    const mayEnd = !cell.matches("[data-align=end], [role=columnheader]");
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      let box = texts.currentNode.parentElement!;
      while (box !== table && getComputedStyle(box).overflowX === "visible")
        box = box.parentElement!;
      const { left, right, width } = box.getBoundingClientRect();
      const { display, textOverflow, webkitLineClamp } = getComputedStyle(box);
      const isMarked =
        webkitLineClamp !== "none" || (textOverflow === "ellipsis" && !/flex|grid/.test(display));
      const isOver = Array.from(range.getClientRects()).some(
        (text) => text.left < left - 1 || text.right > right + 1,
      );
      // A text of 1 px is only read aloud.
      if (isOver && width > 1 && box !== table && !(mayEnd && isMarked)) return true;
    }
    return false;
  };
  const cells = table.querySelectorAll<HTMLElement>("[role=gridcell], [role=columnheader]");
  return Array.from(cells)
    .filter((cell) => cell.checkVisibility({ contentVisibilityAuto: true }) && isCut(cell))
    .map(({ dataset, textContent }) => `${dataset["label"] ?? "Heading"}: ${textContent}`);
};

test("at no usual width does a list cut a number or a heading, or another text without a sign", async ({
  page,
  stack,
}) => {
  await page.goto(stack.url);
  for (const route of lists)
    await test.step(route, async () => {
      await goTo(page, route);
      await expect(page.locator(".table__body [data-main]").first()).toBeVisible();
      const table = page.locator(".table");
      for (const width of [2560, 1440, 1366, 1280, 820, 390]) {
        // The scroll bar of a list is 11 px wide; a browser of tests has none.
        await page.setViewportSize({ width: width < 768 ? width : width - 11, height: 720 });
        await expect
          .poll(() => table.evaluate(findCutCells), `${route} at ${width} px`)
          .toEqual([]);
        const beyond = await table.evaluate((box) => box.scrollWidth - box.clientWidth);
        if (width !== 820) expect(beyond, `${route} at ${width} px`).toBeLessThanOrEqual(0);
      }
    });
});

test("in a contrast theme what is on, selected, current or disabled looks different", async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(stack.url);
  /** How an element looks, with what is in it and what is drawn beside its input. */
  const looks = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) =>
        [element, ...element.querySelectorAll("*")]
          .map((part) => {
            const { color, backgroundColor, borderColor, borderWidth, outline } =
              getComputedStyle(part);
            return [color, backgroundColor, borderColor, borderWidth, outline].join();
          })
          .slice(0, 3)
          .join(" | "),
      );
  const expectToDiffer = async (one: string, other: string) =>
    expect(await looks(one), `${one}, ${other}`).not.toBe(await looks(other));
  await goTo(page, "/rmas?status=all");
  await page.locator(".table__pick input").nth(1).check();
  await expectToDiffer(".main-nav__link[aria-current]", ".main-nav__link:not([aria-current])");
  await expectToDiffer(".view-tabs [data-current]", ".view-tabs a:not([data-current])");
  await page.locator("h1").focus();
  await expectToDiffer(".table__row[aria-selected=true]", ".table__row[aria-selected=false]");
  await expectToDiffer(".list__end [aria-disabled=true]", ".list__end button:not([aria-disabled])");
  await goTo(page, "/settings");
  await expectToDiffer("label[data-active]", "label:not([data-active])");
  await goTo(page, "/mapping-rules/1");
  const off = await looks("[role=switch] + *");
  await page.locator("[role=switch]").first().press("Space");
  expect(await looks("[role=switch] + *")).not.toBe(off);
  await expect(page.locator("[role=switch] + *").first()).toHaveCSS("border-style", "solid");
});

test("a printed list has all its rows and columns, dark on white", async ({ page, stack }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(stack.url);
  for (const [route, rows] of [
    ["/rmas", 50],
    ["/mapping-sets/1", 20],
  ] as const)
    await test.step(route, async () => {
      await page.emulateMedia({ media: "screen" });
      await goTo(page, route);
      await expect(page.locator(".table__body .table__row").nth(rows - 1)).toBeAttached();
      await page.emulateMedia({ media: "print" });
      const paper = await page.locator(".table__body .table__row > [role]").evaluateAll((cells) => {
        const visible = cells.filter((cell) => cell.checkVisibility());
        const isCut = (cell: Element): boolean => {
          const { right, bottom } = cell.getBoundingClientRect();
          for (let box = cell.parentElement; box; box = box.parentElement) {
            const edge = box.getBoundingClientRect();
            const { overflowX, overflowY } = getComputedStyle(box);
            if (overflowX === "visible" && overflowY === "visible") continue;
            if (right > edge.right + 1 || bottom > edge.bottom + 1) return true;
          }
          return right > document.documentElement.clientWidth + 1;
        };
        const lightness = (color: string): number =>
          (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
        const isDark = (color: string) =>
          color !== "rgba(0, 0, 0, 0)" && color.startsWith("rgb") && lightness(color) < 300;
        return {
          cut: visible.filter(isCut).length,
          rows: new Set(visible.map(({ parentElement }) => parentElement)).size,
          pale: visible.filter((cell) => lightness(getComputedStyle(cell).color) > 300).length,
          dark: Array.from(document.querySelectorAll("*")).filter(
            (element) =>
              element.checkVisibility() && isDark(getComputedStyle(element).backgroundColor),
          ).length,
        };
      });
      expect(paper).toMatchObject({ cut: 0, pale: 0, dark: 0 });
      expect(paper.rows).toBeGreaterThanOrEqual(rows);
    });
});

/** The controls that a notification lies over. */
const findBelowNotification = (page: Page) =>
  page.evaluate(() => {
    const notification = document.querySelector(".notification")!.getBoundingClientRect();
    const controls = document.querySelectorAll(
      ":is(.list__foot, .save-bar[data-stays]) :is(button, select, a, input)",
    );
    return Array.from(controls)
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const { left: l, right: r, top: t, bottom: b } = notification;
        return width > 0 && left < r && right > l && top < b && bottom > t;
      })
      .map(({ textContent }) => textContent);
  });

test("a notification lies over no control of a list's foot", async ({ page, stack, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(stack.url);
  await goTo(page, "/products?channel=1");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 });
    await page.locator("[data-row-link]").first().focus();
    await page.keyboard.press("c");
    await expect(page.locator(".notification").first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    // It follows the foot a frame later.
    await expect.poll(async () => findBelowNotification(page)).toEqual([]);
  }
});

test("on a phone nothing moves when a decision of the queue is saved", async ({
  page,
  stack,
  api,
}) => {
  const waiting = await api<Rma[]>("/rma?status=Waiting&pageSize=50");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.url}/rmas/queue?rma=${waiting.at(-3)!.id}`);
  await waitUntilLoaded(page);
  const pane = page.locator(".queue__pane");
  const topOf = () => pane.evaluate((element: HTMLElement) => element.offsetTop);
  const before = await topOf();
  await page
    .getByRole("button", { name: /^Approve rest|^Approve all/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Save and/ }).click();
  const save = page.getByRole("button", { name: /^Save and close/ });
  if (await save.isVisible()) await save.click();
  await expect(page.locator(".queue-status__said")).toHaveText(/saved|approved/i);
  expect(await topOf()).toBe(before);
});

test("no translator replaces the texts; a negative amount can be typed on every keyboard", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/returns/1`);
  await expect(page.locator("html")).toHaveAttribute("translate", "no");
  const adjustment = page.getByRole("textbox", { name: "Refund adjustment" });
  await expect(adjustment).toHaveAttribute("inputmode", "text");
});
