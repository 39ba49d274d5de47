import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { addRmas } from "./support/add-rmas.ts";
import type { Api } from "./support/call-api.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { expect, type FaultyConsole, test } from "./support/test.ts";

const itemsPath = ({ id }: Rma) => `/rmas/${id}/items`;
const strip = (page: Page) => page.getByRole("region", { name: "RMAs in progress" });
const heading = (page: Page, name: string) => strip(page).getByRole("heading", { name });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Approve rest: / });

/** The number of decisions on an RMA that arrived at the upstream. */
const countArrivals = ({ upstream }: FaultyConsole, rma: Rma) =>
  upstream.arrived("PATCH", itemsPath(rma)).length;

/** Holds an RMA's decision at the upstream until the returned function is called. */
const holdDecision = ({ upstream }: FaultyConsole, rma: Rma) => {
  let release = () => {};
  const until = new Promise<void>((done) => (release = done));
  upstream.fail("PATCH", itemsPath(rma), { until });
  return () => release();
};

const decide = (api: Api, { id, items }: Rma, units: object) =>
  api(`/rmas/${id}/items`, { method: "PATCH", body: [{ id: items[0]!.id, ...units }] });

/** Clicks twice before the page can draw the result of the first click. */
const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

const expectAccessibleAt390 = async (page: Page) => {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize(before);
};

test("32 RMAs are approved over all pages, once each, across faults, another person's decisions and a closed tab", async ({
  page,
  browser,
  api,
  stack,
  faulty,
}) => {
  const { rmas, remove } = await addRmas(stack, 9001, 32);
  const at = (place: number) => rmas[place - 1]!;
  const { upstream } = faulty;
  upstream.fail("PATCH", itemsPath(at(3)), { status: 429, headers: { "Retry-After": "0" } });
  upstream.fail("PATCH", itemsPath(at(5)), { status: 500 });
  upstream.fail("PATCH", itemsPath(at(7)), "lost answer");
  upstream.fail("PATCH", itemsPath(at(9)), "cut");
  upstream.fail("PATCH", itemsPath(at(11)), { status: 400, body: { error: "Not now" } });
  upstream.fail("GET", `/rma/${at(13).id}`, { status: 500 }, { times: 2 });
  const letTwentieth = holdDecision(faulty, at(20));
  const letThirtieth = holdDecision(faulty, at(30));

  await page.goto(`${faulty.url}/rmas?sourceId=9001&size=25`);
  await expect(page.getByRole("checkbox", { name: /^Select RMA-/ })).toHaveCount(25);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: "Select all 32 matching" }).click();
  await expect(page.getByText("32 RMAs selected")).toBeVisible();
  await page.getByRole("button", { name: "Approve rest…" }).click();
  await expect(dialog(page)).toContainText("32 RMAs will close for good: 64 units approved");
  const start = dialog(page).getByRole("button", { name: /^Approve .*RMAs$/ });
  await expect(start).toHaveAttribute("aria-disabled", "true");
  await dialog(page).getByRole("checkbox", { name: "Include 32 RMAs that close for good" }).check();
  await expect(dialog(page)).toContainText("one after another, in about");
  await expectAccessibleInBoth(page);
  await clickTwice(start);

  // Another person decides two RMAs of the preview while the run is at an earlier one.
  await expect.poll(() => countArrivals(faulty, at(20))).toBe(1);
  await decide(api, at(22), { deniedQuantity: 1 });
  await decide(api, at(24), { approvedQuantity: 2, creditedAmount: 20 });
  await expectAccessible(page);
  letTwentieth();

  // The tab is closed during the thirtieth request; a colleague's browser sees the run end.
  await expect.poll(() => countArrivals(faulty, at(30))).toBe(1);
  await page.close();
  const colleague = await browser.newContext();
  page = await colleague.newPage();
  await page.goto(`${faulty.url}/rmas?sourceId=9001`);
  await expect(heading(page, "Approve rest: 32 RMAs")).toBeVisible();
  letThirtieth();
  await expect(heading(page, "Finished")).toBeVisible();
  await expect(strip(page)).toContainText("27 of 32 RMAs approved, 4 not changed, 1 skipped");
  await strip(page).getByText("Results by RMA").first().click();
  const result = (rma: Rma) =>
    strip(page).getByRole("listitem").filter({ hasText: rma.rmaNumber! });
  await expect(result(at(7))).toContainText("The response was lost; a check confirmed");
  await expect(result(at(22))).toContainText("Changed since the preview: Status Waiting → ");
  await expect(result(at(24))).toContainText("It was so already");
  await expectAccessible(page);
  await expectAccessibleAt390(page);

  await strip(page).getByRole("button", { name: "Try 4 RMAs again" }).click();
  await expect(strip(page)).toContainText("31 of 32 RMAs approved, 1 skipped");
  await expect(heading(page, "Finished")).toBeVisible();
  const twice = [3, 5, 9, 11].map(at);
  const records = await api<Rma[]>("/rma?sourceId=9001&pageSize=50");
  for (const [place, rma] of rmas.entries()) {
    const now = records[place]!;
    expect(now.id).toBe(rma.id);
    const skipped = rma === at(22);
    expect(now.rmaStatus, rma.rmaNumber!).toBe(skipped ? "Partially Approved" : "Approved");
    expect(now.creditTotal).toBe(skipped ? 0 : 20);
    const arrived = skipped || rma === at(24) ? 0 : twice.includes(rma) ? 2 : 1;
    expect(countArrivals(faulty, rma), rma.rmaNumber!).toBe(arrived);
  }
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    strip(page).getByRole("button", { name: "Download results" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
  expect(lines).toHaveLength(33);
  expect(lines.find((line) => line.includes(at(22).rmaNumber!))).toContain("Skipped");
  expect(lines.filter((line) => /Done|Already done/.test(line))).toHaveLength(31);

  // The results stay until they are closed, and in the list of runs.
  await page.reload();
  await strip(page).getByRole("link", { name: "Show 1 skipped RMA" }).click();
  await expect(page.getByRole("checkbox", { name: /^Select RMA-/ })).toHaveCount(1);
  await expect(strip(page)).toContainText("31 of 32 RMAs approved, 1 skipped");
  await strip(page).getByRole("button", { name: "Close" }).click();
  await expect(strip(page)).toBeHidden();
  await page.goto(`${faulty.url}/bulk-runs`);
  const row = page.getByRole("row").filter({ hasText: "Approved 31 RMAs, 1 skipped" });
  await expect(row).toHaveCount(1);
  await row.getByRole("link", { name: "Approve rest" }).click();
  await expect(result(at(22))).toContainText("Skipped: Changed since the preview");
  await expectAccessible(page);
  await expectAccessibleAt390(page);
  await colleague.close();
  await remove();
});

test("the preview tells what a guard forbids, counts only matching lines, and a run is canceled in the middle", async ({
  page,
  api,
  stack,
  faulty,
}) => {
  const { rmas, remove } = await addRmas(stack, 9002, 4);
  const [first, second, third, closed] = rmas as [Rma, Rma, Rma, Rma];
  await decide(api, closed, { deniedQuantity: 2 });
  const release = holdDecision(faulty, second);
  await page.goto(`${faulty.url}/rmas?sourceId=9002`);
  for (const { rmaNumber } of rmas)
    await page.getByRole("checkbox", { name: `Select ${rmaNumber}` }).check();
  await page.getByRole("button", { name: "Deny rest…" }).click();
  const asked = page.getByRole("dialog", { name: "Deny rest: 4 RMAs" });
  await expect(asked).toContainText("1 RMA can't be changed");
  await expect(asked).toContainText("This RMA is Denied. Units can be approved or denied only");
  await asked.getByLabel("Only lines that contain (optional)").fill(String(first.id));
  await expect(asked).toContainText("3 RMAs have nothing to change");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add note…" }).click();
  const note = page.getByRole("dialog", { name: "Add note: 4 RMAs" });
  await expect(note).toContainText("Enter a note first.");
  await page.keyboard.type("Called the customer");
  await expect(note).toContainText("4 RMAs will change: 4 lines");
  await expectAccessibleAt390(page);
  await page.keyboard.press("Enter");
  await expect.poll(() => countArrivals(faulty, second)).toBe(1);
  await strip(page).getByRole("button", { name: "Pause" }).click();
  release();
  await strip(page).getByRole("button", { name: "Cancel remaining" }).click();
  const cancel = page.getByRole("dialog", { name: "Cancel 2 remaining RMAs?" });
  await cancel.getByRole("button", { name: "Cancel remaining" }).click();
  await expect(strip(page)).toContainText("2 of 4 RMAs updated, 2 canceled");
  const notes = await Promise.all(
    rmas.map(async ({ id }) => (await api<Rma>(`/rma/${id}`)).items[0]!.note ?? ""),
  );
  expect(notes).toEqual(["Called the customer", "Called the customer", "", ""]);
  expect(countArrivals(faulty, third)).toBe(0);

  // An RMA's own screen tells what the run did with it, also after a reload.
  await page.getByRole("link", { name: third.rmaNumber!, exact: true }).last().click();
  const result = page.getByRole("region", { name: "Bulk change" });
  await expect(result).toContainText("Canceled, not sent");
  await page.reload();
  await expect(result).toContainText("Add note “Called the customer”");
  await expect(result).toContainText("2 of 4 RMAs updated, 2 canceled");
  await result.getByRole("link", { name: "Show run" }).click();
  await expect(strip(page).getByRole("listitem")).toHaveCount(4);
  await page.goto(`${faulty.url}/rmas`);
  await strip(page).getByRole("button", { name: "Close" }).click();
  await expect(strip(page)).toBeHidden();
  await remove();
});
