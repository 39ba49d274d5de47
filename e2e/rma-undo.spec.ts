import type { Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { addRmas } from "./support/add-rmas.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import type { Stack } from "./support/start-stack.ts";
import { expect, test } from "./support/test.ts";

const opened = (page: Page) => page.locator("#main").getByRole("heading", { level: 2 }).first();
const row = (page: Page, { rmaNumber }: Rma) =>
  page
    .getByRole("list", { name: "RMAs in the queue" })
    .getByRole("listitem")
    .filter({ hasText: rmaNumber! });
const said = (page: Page) => page.locator(".queue-status__said");

/** Approves all of the open RMA, and goes on to the next one. */
const decide = async (page: Page, rma: Rma) => {
  await expect(opened(page)).toHaveText(rma.rmaNumber!);
  await page.keyboard.press("a");
  await expect(page.locator(".queue-save")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(opened(page).filter({ hasText: rma.rmaNumber! })).toHaveCount(0);
};

/** A queue of three RMAs of a source of its own. */
const openQueue = async (page: Page, stack: Stack, source: number) => {
  const { rmas, remove } = await addRmas(stack, source, 3);
  const sent: string[] = [];
  page.context().on("request", (one) => one.method() === "PATCH" && sent.push(one.url()));
  await page.goto(`${stack.url}/rmas/queue?sourceId=${source}`);
  return { rmas: rmas as [Rma, Rma, Rma], remove, sent };
};

test("a decision of the queue is held for five seconds, in which U takes it back", async ({
  page,
  stack,
  api,
}) => {
  const { rmas, remove, sent } = await openQueue(page, stack, 9006);
  const [first, second] = rmas;
  const statusOf = async ({ id }: Rma) => (await api<Rma>(`/rma/${id}`)).rmaStatus;
  await decide(page, first);
  await expect(opened(page)).toHaveText(second.rmaNumber!);
  await expect(opened(page)).toBeFocused();
  // It leaves the list with Enter, and comes back with the save that is taken back.
  await expect(row(page, first)).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(row(page, first)).toContainText("Unsaved");
  await decide(page, first);
  await page.getByRole("button", { name: "Show decided RMAs" }).click();
  await opened(page).focus();
  await expect(row(page, first)).toContainText("Saving soon");
  await expect(row(page, first).locator(".queue-row__ring")).toBeVisible();
  await expect(said(page)).toHaveText(`${first.rmaNumber} is saved after 5 seconds.`);
  await expect(page).toHaveTitle("(2) RMA queue · Supercargo");

  // The last change of the open RMA comes first.
  await page.keyboard.press("+");
  await expect(row(page, second)).toContainText("Unsaved");
  await page.keyboard.press("u");
  await expect(row(page, second)).not.toContainText("Unsaved");
  await expect(opened(page)).toHaveText(second.rmaNumber!);
  await page.keyboard.press("u");
  await expect(opened(page)).toHaveText(first.rmaNumber!);
  await expect(row(page, first)).toContainText("Unsaved");
  await expect(page.getByLabel(/^Approve, /).first()).toHaveValue("2");
  await expect(said(page)).toHaveText("");
  expect([sent, await statusOf(first)]).toEqual([[], "Waiting"]);

  // A change of one that is held takes it back, too.
  await page.getByRole("button", { name: "Save and next" }).click();
  await page.getByRole("button", { name: /^Save and close/ }).click();
  await row(page, first).getByRole("button").click();
  await page.keyboard.press("-");
  await expect(row(page, first)).toContainText("Unsaved");
  await page.keyboard.press("u");
  await expect(page.getByLabel(/^Approve, /).first()).toHaveValue("2");
  await page.getByRole("button", { name: "Save and next" }).click();
  await page.getByRole("button", { name: /^Save and close/ }).click();
  await page.getByRole("button", { name: "Undo save" }).click();
  await expect(opened(page)).toHaveText(first.rmaNumber!);
  expect([sent, await statusOf(first)]).toEqual([[], "Waiting"]);

  await page.getByRole("button", { name: "Save and next" }).click();
  await page.getByRole("button", { name: /^Save and close/ }).click();
  await expect(row(page, first)).toContainText("Approved", { timeout: 10_000 });
  await expect(said(page)).toHaveText(`${first.rmaNumber} decided: 2 approved`);
  expect([sent.length, await statusOf(first)]).toEqual([1, "Approved"]);
  await remove();
});

test("leaving the queue, or closing the page, sends a held decision at once", async ({
  page,
  context,
  stack,
  api,
}) => {
  const { rmas, remove } = await openQueue(page, stack, 9007);
  const [first, second, third] = rmas;
  const expectSaved = ({ id }: Rma) =>
    expect
      .poll(async () => (await api<Rma>(`/rma/${id}`)).rmaStatus, { timeout: 3_000 })
      .toBe("Approved");
  await decide(page, first);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Returns" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expectSaved(first);

  await page.goBack();
  await decide(page, second);
  // It was read again.
  await expect(said(page)).toHaveText(`${second.rmaNumber} is saved after 5 seconds.`);
  await page.waitForLoadState("networkidle");
  const other = await context.newPage();
  await page.close();
  await expectSaved(second);

  await other.goto(`${stack.url}/rmas/queue?sourceId=9007`);
  await decide(other, third);
  await other.waitForLoadState("networkidle");
  await other.goto("about:blank");
  await expectSaved(third);
  // Its answer is asked for, and nothing is sent twice.
  await other.goto(`${stack.url}/rmas/${third.id}`);
  await expect(other.getByText("No unsaved changes")).toBeVisible();
  await remove();
});

test("the time to undo a decision can be longer, or none", async ({ page, stack }) => {
  const choose = async (time: string) => {
    await page.goto(`${stack.url}/settings`);
    await page
      .getByRole("radiogroup", { name: "Time to undo a decision" })
      .getByText(time, { exact: true })
      .click();
  };
  await choose("10 seconds");
  const { rmas, remove } = await openQueue(page, stack, 9008);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await decide(page, rmas[0]);
  await expect(said(page)).toHaveText(`${rmas[0].rmaNumber} is saved after 10 seconds.`);
  await expectAccessibleInBoth(page);
  await choose("Off");
  await page.goto(`${stack.url}/rmas/queue?sourceId=9008`);
  await decide(page, rmas[1]);
  await expect(said(page)).toHaveText(`${rmas[1].rmaNumber} decided: 2 approved`, {
    timeout: 3_000,
  });
  await remove();
});
