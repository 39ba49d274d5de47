import type { Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { addRmas } from "./support/add-rmas.ts";
import type { Api } from "./support/call-api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { sendAtOnce } from "./support/rmas.ts";
import { saveScreenshot } from "./support/save-screenshot.ts";
import { expect, test } from "./support/test.ts";

/** The oldest waiting RMAs of one line: other tests take the newest ones. */
const oldest = async (api: Api, count: number): Promise<Rma[]> => {
  const rmas = await api<Rma[]>("/rma?status=Waiting&pageSize=50");
  return rmas
    .filter(({ items }) => items.length === 1)
    .toSorted((a, b) => (a.createdAt ?? "").localeCompare(b.createdAt ?? ""))
    .slice(0, count);
};

const queueOf = (url: string, rmas: readonly Rma[]) =>
  `${url}/rmas/queue?rmaNumbers=${rmas.map(({ rmaNumber }) => rmaNumber).join(",")}`;

const opened = (page: Page) => page.locator("#main").getByRole("heading", { level: 2 }).first();
const row = (page: Page, { rmaNumber }: Rma) =>
  page
    .getByRole("list", { name: "RMAs in the queue" })
    .getByRole("listitem")
    .filter({ hasText: rmaNumber! });
const failure = (page: Page) => page.getByRole("alert").filter({ hasText: "RMA-" });

test.beforeEach(({ context }) => sendAtOnce(context));

test("RMAs are decided one after the other by keyboard, and failed saves come back", async ({
  page,
  faulty,
  api,
}) => {
  const [first, refused, lost, fourth, last] = (await oldest(api, 5)) as [Rma, Rma, Rma, Rma, Rma];
  const sent = ({ id }: Rma) =>
    faulty.upstream.arrived("PATCH", `/rmas/${id}/items`).filter(({ body }) => body !== "[]");
  const keys = page.keyboard;
  await page.goto(queueOf(faulty.url, [first, refused, lost, fourth, last]));
  await expect(opened(page)).toHaveText(first.rmaNumber!);
  await expect(page).toHaveTitle("(5) RMA queue · Supercargo");
  await expect(page.locator("[data-line] .line__counts").first()).toHaveText(
    /^Ordered (?:\d+|–) Shipped (?:\d+|–) Received /,
  );

  await keys.press("a");
  const main = page.locator(".queue-save");
  await expect(main).toBeFocused();
  await expect(main).toContainText("Save and close as Approved");
  await expect(main).toHaveAccessibleDescription(/Close RMA-\d+ as Approved\? Credit total: /);
  await expectAccessible(page);
  await saveScreenshot(page, "/rmas/queue", "light");
  await keys.press("u");
  await expect(main).toContainText("Save and next");
  await expect(row(page, first)).not.toContainText("Unsaved");
  expect(sent(first)).toHaveLength(0);
  await keys.press("a");
  await keys.press("Enter");
  await expect(opened(page)).toHaveText(refused.rmaNumber!);
  await expect(opened(page)).toBeFocused();
  // It has left the list, where it can be shown again.
  await expect(row(page, first)).toHaveCount(0);
  const listed = page.getByRole("complementary", { name: "Queue" });
  await expect(listed).toContainText("4 to decide");
  await expect(listed).toContainText(/1 decided · [\d,.]+ credit/);
  await page.getByRole("button", { name: "Show decided RMAs" }).click();
  await expect(row(page, first)).toContainText("Approved");
  await opened(page).focus();

  // The person is at the next RMA when the API refuses this one.
  faulty.upstream.fail("PATCH", `/rmas/${refused.id}/items`, { status: 400 });
  await keys.press("d");
  await keys.press("Enter");
  await expect(opened(page)).toHaveText(lost.rmaNumber!);
  await expect(failure(page)).toContainText(`${refused.rmaNumber}: refused`);
  await expect(opened(page)).toHaveText(lost.rmaNumber!);

  faulty.upstream.fail("PATCH", `/rmas/${lost.id}/items`, "lost answer");
  const note = page.getByRole("combobox", { name: /^Note, / });
  await keys.press("n");
  await expect(note).toBeFocused();
  await keys.type("Jug + box, seen");
  await keys.press("Escape");
  await keys.press("a");
  await keys.press("Enter");
  await expect(opened(page)).toHaveText(fourth.rmaNumber!);
  await expect(row(page, lost)).toContainText("Status unknown");
  await expect(failure(page)).toContainText("2 saves failed");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Snippets" }).click();
  await page.getByRole("textbox", { name: "New snippet for Note" }).fill("Seen by the warehouse");
  await keys.press("Enter");
  await expect(page.getByRole("region", { name: "Snippets for Note" })).toContainText("warehouse");
  await expectAccessible(page);
  await keys.press("Escape");
  // The suggestion is selected by keyboard, and Escape closes only the list.
  await opened(page).focus();
  await keys.press("n");
  await expect(note).toBeFocused();
  await keys.press("ArrowDown");
  await expect(page.getByRole("option").first()).toHaveText("Seen by the warehouse");
  await expect(note).toHaveAttribute("aria-activedescendant", /./);
  await expectAccessible(page);
  await keys.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(note).toBeFocused();
  await keys.type("ware");
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(note).toHaveValue("Seen by the warehouse");
  await keys.press("Escape");
  await keys.press("u");
  await keys.press("u");
  await expect(note).toHaveValue(fourth.items[0]!.note ?? "");
  await opened(page).focus();

  await keys.press("x");
  await keys.press("Shift+J");
  await expect(page.getByRole("group", { name: "Selected RMAs" })).toContainText("2 RMAs selected");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await keys.press("?");
  const letters = page.getByRole("checkbox", { name: "Single-key shortcuts" });
  await letters.press("Space");
  await keys.press("Escape");
  await keys.press("k");
  await keys.press("?");
  await expect(letters).not.toBeVisible();
  await expect(opened(page)).toHaveText(last.rmaNumber!);
  await page.getByRole("button", { name: "About this screen" }).click();
  await letters.press("Space");
  await keys.press("Escape");
  await keys.press("/");
  await expect(page.getByRole("searchbox", { name: "Search in this queue" })).toBeFocused();
  await keys.type(refused.rmaNumber!.slice(4));
  await keys.press("Enter");
  await expect(opened(page)).toHaveText(refused.rmaNumber!);
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was saved" })).toBeVisible();
  await keys.press("Escape");
  await expect(page.getByLabel(/^Deny, /)).toHaveValue(String(refused.items[0]!.quantity));
  await page.keyboard.press("Control+Enter");
  await expect(main).toBeFocused();
  await keys.press("Enter");
  await expect(opened(page)).toHaveText(fourth.rmaNumber!);
  await expect(row(page, refused)).toContainText("Denied");

  await page.getByRole("button", { name: `Open ${lost.rmaNumber}` }).click();
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(row(page, lost)).toContainText("Approved");
  const saved = await api<Rma>(`/rma/${lost.id}`);
  expect(saved.items[0]!.note).toContain("Jug + box, seen");
  expect([first, refused, lost].map((rma) => sent(rma).length)).toEqual([1, 2, 1]);

  await keys.press("j");
  for (const rma of [fourth, last]) {
    await expect(opened(page)).toHaveText(rma.rmaNumber!);
    await keys.press("a");
    await keys.press("Enter");
  }
  await expect(page.getByText("Every RMA in this queue is decided")).toBeVisible();
  await expect(page).toHaveTitle("RMA queue · Supercargo");
});

test("the number of RMAs to decide only falls, also when the API answers a list from before a decision last", async ({
  browser,
  faulty: { url, upstream },
  api,
}) => {
  const [first, second] = (await oldest(api, 2)) as [Rma, Rma];
  // A context of its own, because the one of the tests saves data, and nothing is counted then.
  const context = await browser.newContext();
  await sendAtOnce(context);
  const page = await context.newPage();
  const navigation = page.getByRole("navigation", { name: "Main" });
  const link = navigation.getByRole("link", { name: "RMAs", exact: true });
  const refresh = page.getByRole("main").getByRole("button", { name: "Refresh", exact: true });
  const hold = () => {
    let release = () => {};
    return { held: new Promise<void>((done) => (release = done)), release: () => release() };
  };
  const decide = async (rma: Rma) => {
    await expect(opened(page)).toHaveText(rma.rmaNumber!);
    await page.keyboard.press("a");
    await page.keyboard.press("Enter");
  };
  await page.goto(queueOf(url, [first, second]));
  await expect(link).toHaveAccessibleDescription(/^\d+ to decide$/);
  const [count] = /\d+/.exec((await link.textContent()) ?? "") ?? [];
  const expectLeft = (decided: number) =>
    expect(link).toHaveAccessibleDescription(`${Number(count) - decided} to decide`);

  const [save, list] = [hold(), hold()];
  const path = `/rmas/${first.id}/items`;
  upstream.fail("PATCH", path, { until: save.held });
  await decide(first);
  await expect.poll(() => upstream.arrived("PATCH", path).length).toBe(1);
  await navigation.getByRole("link", { name: "Overview", exact: true }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: `${count} RMAs`, exact: true })
    .click();
  await expect(refresh).toBeEnabled();
  const reads = upstream.arrived("GET", "/rma").length;
  upstream.fail("GET", "/rma", { answerAfter: list.held }, { query: "status=", times: 9 });
  await refresh.click();
  await expect.poll(() => upstream.arrived("GET", "/rma").length).toBeGreaterThan(reads);
  save.release();
  await expectLeft(1);
  list.release();
  await expect(refresh).toBeEnabled();

  await page.goBack();
  await page.goBack();
  await decide(second);
  await expectLeft(2);
  await context.close();
});

test("a long queue consists of the oldest, and a refresh keeps the place and what is unsaved", async ({
  page,
  stack,
  api,
}) => {
  const { rmas, remove } = await addRmas(stack, 9003, 230);
  // The queue of a new RMA's own screen consists of the oldest, too.
  await page.goto(`${stack.url}/rmas/${rmas[0]!.id}`);
  const nav = page.getByRole("navigation", { name: "RMA list" });
  const next = nav.getByRole("button", { name: "Next" });
  await expect(next).toBeEnabled();
  await expect(nav).not.toContainText(/\d/);
  await next.click();
  await expect(nav).toContainText(/^1 of \d+/);

  await page.goto(`${stack.url}/rmas/queue?sourceId=9003`);
  const steps = page.getByRole("navigation", { name: "RMA queue" });
  const list = page.getByRole("list", { name: "RMAs in the queue" });
  // The last two of five pages.
  await expect(list.getByRole("listitem")).toHaveCount(80);
  await expect(page.getByText("the oldest of 230")).toBeVisible();
  await page.keyboard.press("x");
  await expect(list.getByRole("checkbox").first()).toBeChecked();
  // Over the border of the pages.
  await list
    .getByRole("listitem")
    .nth(59)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  const selection = page.getByRole("group", { name: "Selected RMAs" });
  await expect(selection).toContainText("60 RMAs selected");
  const other = rmas.at(-40)!;
  const search = page.getByRole("searchbox", { name: "Search in this queue" });
  await search.fill(other.rmaNumber!);
  await expect(selection).toContainText("1 RMA selected, 59 more hidden by the search");
  await search.fill("no such RMA");
  await expect(selection).toContainText("0 RMAs selected, 60 more hidden by the search");
  await expect(selection.getByRole("button")).toHaveText(["Clear selection"]);
  await search.fill("");
  await expect(selection).toContainText("60 RMAs selected");
  await search.press("Escape");

  await page.keyboard.press("j");
  await page.keyboard.press("+");
  await expect(list.getByText("Unsaved")).toHaveCount(1);
  const before = await opened(page).textContent();
  await page.keyboard.press("j");
  await expect(opened(page)).not.toHaveText(before!);
  const open = await opened(page).textContent();
  // Meanwhile one of the selected RMAs is decided elsewhere, and a new one arrives.
  await api(`/rmas/${other.id}/items`, {
    method: "PATCH",
    body: [{ id: other.id, approvedQuantity: 2 }],
  });
  const later = await addRmas(stack, 9003, 2);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Queue refreshed. 2 new RMAs.")).toBeVisible();
  await expect(opened(page)).toHaveText(open!);
  await expect(list.getByText("Unsaved")).toHaveCount(1);
  await expect(list.getByText(other.rmaNumber!)).toHaveCount(0);
  await expect(selection).toContainText("59 RMAs selected");
  // The two before it are new.
  await page.keyboard.press("k");
  await expect(steps).toContainText("4 of 81");
  await later.remove();
  await remove();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the queue works by touch alone", async ({ page, stack, api }) => {
    const rmas = (await oldest(api, 3)) as [Rma, Rma, Rma];
    await page.goto(queueOf(stack.url, rmas));
    await expect(opened(page)).toHaveText(rmas[0].rmaNumber!);
    await page.getByRole("button", { name: "Next", exact: true }).tap();
    await expect(opened(page)).toHaveText(rmas[1].rmaNumber!);
    // What the page's bars cover in part would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Queue", exact: true }).tap();
    const sheet = page.getByRole("dialog", { name: "RMA queue" });
    await sheet.getByRole("checkbox", { name: `Select ${rmas[2].rmaNumber}` }).tap();
    await expect(sheet.getByText("1 RMA selected")).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: rmas[0].rmaNumber! }).tap();
    await expect(sheet).toBeHidden();
    await expect(opened(page)).toHaveText(rmas[0].rmaNumber!);
    await page.getByRole("button", { name: "Deny all remaining" }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("button", { name: "Undo", exact: true }).tap();
    await page.getByRole("button", { name: "Approve all remaining" }).tap();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole("button", { name: "Save and close as Approved" }).tap();
    await expect(opened(page)).toHaveText(rmas[1].rmaNumber!);
    await expect(opened(page)).toBeInViewport({ ratio: 1 });
    const said = page.getByText(/^RMA-\d+ decided: \d+ approved$/);
    await expect(said).toBeInViewport({ ratio: 1 });
  });
});
