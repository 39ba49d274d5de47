import type { Page } from "@playwright/test";
import type { ReturnModel } from "#contract/returns.ts";
import { choose } from "./support/choose.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { testToken } from "./support/start-stack.ts";
import { expect, test } from "./support/test.ts";

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Kinds" }).getByRole("link", { name: RegExp(`^${name}`) });
const table = (page: Page) => page.getByRole("grid", { name: "Exceptions" });

const countOf = async (page: Page, name: string): Promise<number> =>
  Number(/(\d+)$/.exec((await tab(page, name).textContent()) ?? "")?.[1]);

/** The copies of a new console take half a minute, and longer on busy cores. */
const openWhole = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/exceptions`);
  await expect(tab(page, "Late shipments")).toHaveText(/[1-9]\d*$/, { timeout: 150_000 });
  await expect(page.getByText("Still loading")).toHaveCount(0, { timeout: 150_000 });
};

test("exceptions are listed by kind and source, lead to what is to be done, and follow the team's due times", async ({
  page,
  own,
}) => {
  const { url } = await own.stack();
  await openWhole(page, url);
  await expectAccessibleInBoth(page);
  const late = await countOf(page, "Late shipments");
  await tab(page, "Late shipments").click();
  await expect(table(page)).toHaveAttribute("aria-rowcount", String(late + 1));
  // The newest is late by some days.
  const newest = table(page).getByRole("row").last();
  const source = await newest.getByRole("gridcell").nth(4).textContent();
  await choose(page, "Source", source!);
  await expect(page).toHaveURL(/kind=late-shipment&sourceId=\d+/);
  await expect.poll(() => countOf(page, "Late shipments")).toBeLessThan(late);
  const ofSource = await countOf(page, "Late shipments");
  await expect(table(page)).toHaveAttribute("aria-rowcount", String(ofSource + 1));

  // Where one source has more time, fewer of its orders are late, and no other's.
  await page.getByRole("button", { name: "Due times" }).click();
  const dialog = page.getByRole("dialog", { name: "Due times" });
  await expect(dialog.getByRole("textbox", { name: "All sources, ship within" })).toHaveValue("3");
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "Add a source with its own times" }).click();
  await page.getByRole("option", { name: source!, exact: true }).click();
  await dialog.getByRole("textbox", { name: `${source}, ship within` }).fill("0");
  await dialog.getByRole("button", { name: "Save for the team" }).click();
  await expect(dialog).toContainText("1 to 60");
  await dialog.getByRole("textbox", { name: `${source}, ship within` }).fill("60");
  await dialog.getByRole("button", { name: "Save for the team" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => countOf(page, "Late shipments")).toBeLessThan(ofSource);
  const fewer = ofSource - (await countOf(page, "Late shipments"));
  await page.getByRole("button", { name: "Clear" }).first().click();
  await expect.poll(() => countOf(page, "Late shipments")).toBe(late - fewer);

  await tab(page, "Late decisions").click();
  const rma = await table(page).getByRole("row").nth(1).getByRole("link").first().textContent();
  await table(page).getByRole("row").nth(1).getByRole("link", { name: "Decide" }).click();
  await expect(page).toHaveURL(/\/rmas\/queue\?rma=\d+/);
  await expect(page.getByRole("heading", { name: rma! })).toBeVisible();
});

test("a change whose answer was lost is an exception until a person has checked it", async ({
  page,
  api,
  own,
  stack,
}) => {
  const upstream = await own.faultyUpstream(stack.upstreamUrl);
  const { url } = await own.stack({ env: { API_BASE_URL: upstream.url, API_TOKEN: testToken } });
  const [record] = await api<ReturnModel[]>("/returns?status=open&pageSize=50");
  const path = `/returns/${record?.id}`;
  upstream.fail("PATCH", path, "lost answer");
  const headers = { "X-Requested-By": "script" };
  const answer = await page.request.patch(`${url}/api${path}`, {
    headers,
    data: { refundAdjustment: 2 },
  });
  expect(answer.status()).toBe(502);
  await page.goto(`${url}/exceptions?kind=unknown-change`);
  const row = table(page).getByRole("row").nth(1);
  await expect(row).toContainText("no answer arrived");
  await row.getByRole("button", { name: /^Check the change/ }).click();
  const dialog = page.getByRole("dialog", { name: `Was the change to Return ${record?.id} made?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Change was made" }).click();
  await expect(page.getByText("None of these")).toBeVisible();
  await expect(tab(page, "Unknown changes")).toHaveText(/0$/);
});

test("a workspace without exceptions says so calmly", async ({ page, emptyConsole }) => {
  await page.goto(`${emptyConsole.url}/exceptions`);
  await expect(page.getByText("No exceptions")).toBeVisible();
  await expectAccessibleInBoth(page);
});
