import type { Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { findLine, units, waitingRma } from "./support/rmas.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { whenKeysHeard } from "./support/when-keys-heard.ts";

/* Keys of a barcode scanner, of input methods and of layouts without Latin letters. */

/**
 * Presses keys as a scanner does, all within a few ms, which keys that are sent to the browser are not on a busy machine.
 * Returns whether the page took the Enter at the end from the browser.
 */
const scan = (page: Page, code: string): Promise<boolean> =>
  page.evaluate(
    (keys) =>
      keys
        .map((key) =>
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
          ),
        )
        .at(-1) === false,
    [...code, "Enter"],
  );

interface RawKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey?: boolean;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

/** Presses a key of another layout, or of an input method; returns whether the page took it from the browser. */
const pressRaw = (page: Page, init: RawKey): Promise<boolean> =>
  page.evaluate(
    (options) =>
      !(document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { ...options, bubbles: true, cancelable: true }),
      ),
    init,
  );

const composedEnter = { key: "Enter", code: "Enter", isComposing: true, keyCode: 229 };

const opened = (page: Page) => page.locator("#main").getByRole("heading", { level: 2 }).first();
const palette = (page: Page) => page.getByRole("dialog", { name: "Search", exact: true });
const keyboardList = (page: Page) => page.getByRole("dialog", { name: "Help" });
const save = (page: Page) => page.getByRole("button", { name: /^Save (?:decision|and next|\d)/ });

const watchChanges = (page: Page): string[] => {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isChange = request.method() !== "GET" && !pathname.startsWith("/api/catalog/");
    if (isChange && pathname.startsWith("/api/")) sent.push(pathname);
  });
  return sent;
};

test("a scanned code is searched for and changes nothing, on every screen", async ({
  page,
  api,
  stack,
}) => {
  const sent = watchChanges(page);
  const rma = await waitingRma(api, ({ items }) => items.some((item) => units(item) >= 3));
  const queueSearch = page.getByRole("searchbox", { name: "Search in this queue" });
  await page.goto(`${stack.url}/rmas/queue?rma=${rma.id}`);
  await expect(opened(page)).toHaveText(rma.rmaNumber!);
  await opened(page).click();
  await scan(page, "wax-0");
  await expect(queueSearch).toHaveValue("wax-0");
  await expect(queueSearch).toBeFocused();
  await expect(opened(page)).toHaveText(rma.rmaNumber!);
  await page.keyboard.press("Escape");
  // Where the focus is on the button that saves.
  await page.keyboard.press("a");
  await expect(save(page).or(page.getByRole("button", { name: /^Save and close/ }))).toBeVisible();
  await page.locator(".queue-save").focus();
  await scan(page, rma.rmaNumber!);
  await expect(queueSearch).toHaveValue(rma.rmaNumber!);
  await expect(page.getByRole("list", { name: "RMAs in the queue" })).toContainText(rma.rmaNumber!);
  // In a field of the decision, the code is typed, and its Enter doesn't save.
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const note = page.getByRole("combobox", { name: /^Note, / }).first();
  await expect(note).toBeFocused();
  expect(await scan(page, "4012345678901")).toBe(true);
  await expect(note).toBeFocused();
  await expect(opened(page)).toHaveText(rma.rmaNumber!);

  // The list searches on Enter.
  await navigateTo(page, "/rmas");
  await expect(page.getByRole("heading", { level: 1, name: "RMAs" })).toBeFocused();
  await expect(page.locator("main [data-row-link]").first()).toBeVisible();
  await scan(page, rma.rmaNumber!);
  await expect(page.getByRole("searchbox", { name: "Search RMAs" })).toHaveValue(rma.rmaNumber!);
  await expect(page.locator("main [data-row-link]")).toHaveText([rma.rmaNumber!]);

  // A screen without a search.
  await navigateTo(page, `/rmas/${rma.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(findLine(page, rma.items[0]!)).toBeVisible();
  await scan(page, rma.rmaNumber!);
  await expect(palette(page).getByRole("combobox")).toHaveValue(rma.rmaNumber!);
  await expect(palette(page).getByRole("option", { selected: true })).toContainText(rma.rmaNumber!);
  expect(sent).toEqual([]);
});

test("the keys of the queue work on an RMA's screen without a line that has the focus", async ({
  page,
  api,
  stack,
}) => {
  const rma = await waitingRma(api, ({ items }) => items.length >= 2);
  const [first, second] = rma.items as [Rma["items"][number], Rma["items"][number]];
  const approved = (item: Rma["items"][number]) => findLine(page, item).getByLabel(/^Approve, /);
  await page.goto(`${stack.url}/rmas/${rma.id}`);
  await expect(findLine(page, first)).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve all remaining" })).toContainText("A");
  await page.keyboard.press("a");
  await expect(approved(first)).toHaveValue(String(units(first)));
  await expect(approved(second)).toHaveValue(String(units(second)));
  await page.keyboard.press("u");
  await expect(save(page).first()).toHaveText("Save decision");
  await page.keyboard.press("2");
  await expect(findLine(page, second)).toBeFocused();
  await page.keyboard.press("a");
  await expect(approved(second)).toHaveValue(String(units(second)));
  await expect(approved(first)).toHaveValue("0");
  // A reason is replaced by what is typed.
  await page.keyboard.press("r");
  const reason = page.getByRole("combobox", { name: /^Reason, / });
  await expect(reason).toBeFocused();
  await page.keyboard.type("Too late");
  await expect(reason).toHaveValue("Too late");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(findLine(page, second)).toBeFocused();
  await whenKeysHeard(page);
  await page.keyboard.press("?");
  await expect(keyboardList(page)).toContainText("go to a line");
});

test("? lists the shortcuts on every screen, with key caps on one line each", async ({
  page,
  api,
  stack,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  const [order] = await api<{ id: number }[]>("/purchase-orders?pageSize=1");
  const [set] = await api<{ id: number }[]>("/mapping-sets");
  await page.goto(`${stack.url}/connection`);
  await whenKeysHeard(page);
  for (const route of [
    "/",
    "/rmas",
    "/products",
    `/purchase-orders/${order?.id}`,
    "/mapping-rules/new",
    `/mapping-sets/${set?.id}`,
  ]) {
    const before = await heading.textContent();
    await navigateTo(page, route);
    await expect(heading).not.toHaveText(before ?? "");
    await waitUntilLoaded(page);
    await heading.click();
    await page.keyboard.press("?");
    await expect(keyboardList(page), route).toBeVisible();
    const heights = await keyboardList(page)
      .locator("kbd")
      .evaluateAll((caps) => caps.map((cap) => cap.getClientRects().length));
    expect(new Set(heights), route).toEqual(new Set([1]));
    await page.keyboard.press("Escape");
    await expect(keyboardList(page)).toBeHidden();
  }
});

test("shortcuts follow the place of the keys where the layout has no Latin letters", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/rmas`);
  const rows = page.locator("main [data-row-link]");
  await expect(rows.first()).toBeVisible();
  await whenKeysHeard(page);
  await pressRaw(page, { key: "о", code: "KeyJ" });
  await expect(rows.first()).toBeFocused();
  await pressRaw(page, { key: "ч", code: "KeyX" });
  await expect(page.getByText("1 RMA selected")).toBeVisible();
  expect(await pressRaw(page, { key: "л", code: "KeyK", ctrlKey: true })).toBe(true);
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await navigateTo(page, "/mapping-rules/new");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("button", { name: "Review and create" })).toBeVisible();
  expect(await pressRaw(page, { key: "ы", code: "KeyS", ctrlKey: true })).toBe(true);
  expect(await pressRaw(page, { key: "σ", code: "KeyS", ctrlKey: true })).toBe(true);
  // On AZERTY, the letter of the key counts, not its place.
  expect(await pressRaw(page, { key: "q", code: "KeyS", ctrlKey: true })).toBe(false);
});

test("no key acts while an input method composes", async ({ page, api, stack }) => {
  const rma = await waitingRma(api, ({ items }) => items.length === 1);
  const other = await waitingRma(api, ({ id }) => id !== rma.id);
  await page.goto(`${stack.url}/rmas/queue?rma=${rma.id}`);
  await expect(opened(page)).toHaveText(rma.rmaNumber!);
  const search = page.getByRole("searchbox", { name: "Search in this queue" });
  await search.fill(other.rmaNumber!);
  await pressRaw(page, composedEnter);
  // The key that ends a composition in Safari.
  await pressRaw(page, { ...composedEnter, isComposing: false });
  await expect(search).toHaveValue(other.rmaNumber!);
  await expect(opened(page)).toHaveText(rma.rmaNumber!);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Snippets" }).click();
  const snippet = page.getByRole("textbox", { name: "New snippet for Note" });
  await snippet.fill("にほん");
  await pressRaw(page, composedEnter);
  await pressRaw(page, { key: "Escape", code: "Escape", isComposing: true, keyCode: 229 });
  await expect(snippet).toHaveValue("にほん");
  await page.keyboard.press("Enter");
  await expect(snippet).toHaveValue("");
  await page.goto(`${stack.url}/settings`);
  await whenKeysHeard(page);
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill("returns");
  await pressRaw(page, composedEnter);
  await expect(palette(page)).toBeVisible();
});

test("the focus stays among the views when one is saved or removed, and Escape closes them", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/purchase-orders?filterStatus=processing`);
  await page.getByRole("button", { name: "Views" }).click();
  const views = page.getByRole("dialog").filter({ has: page.getByPlaceholder("Name this view") });
  await views.getByRole("textbox", { name: "View name" }).fill("Mine");
  await views.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views.getByRole("link", { name: "Mine" })).toBeVisible();
  await expect(views.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(views).toBeHidden();
  await page.getByRole("button", { name: "Mine" }).click();
  await views.getByRole("button", { name: "Remove view Mine" }).click();
  await expect(views.getByRole("link", { name: "Mine" })).toBeHidden();
  await expect(views.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(views).toBeHidden();
  await expect(page.getByRole("button", { name: "Views" })).toBeFocused();
});
