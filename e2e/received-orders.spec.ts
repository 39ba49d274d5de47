import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addOrders } from "./support/add-orders.ts";
import { callApi } from "./support/call-api.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import {
  confirmButton,
  receive,
  receiveButton,
  receiveQuestion,
  startReceiving,
} from "./support/receive-orders.ts";
import { type Stack, testToken } from "./support/start-stack.ts";
import { expect, type FaultyConsole, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

/* Each test receives at sources of its own, which have few demonstration orders in Processing, or none. */

interface Order {
  id: number;
  purchaseOrderNumber: string;
  purchaseOrderStatus: { handle: string };
}

const processing = "/purchase-orders/processing";
const waitingAt = ({ upstreamUrl }: Stack, sourceId: number): Promise<Order[]> =>
  callApi<Order[]>(
    upstreamUrl,
    `/purchase-orders?filterStatus=processing&filterSourceId=${sourceId}`,
  );

const viewOnly = async (page: Page, stack: Stack) => {
  await addOrders(stack, 7, 2);
  const before = await waitingAt(stack, 7);
  await page.getByRole("link", { name: "Purchase orders" }).first().hover();
  await page.getByRole("link", { name: "Purchase orders" }).first().click();
  await page.getByRole("link", { name: "Received orders" }).first().hover();
  await page.goBack();
  await page.reload();
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  expect(await waitingAt(stack, 7)).toEqual(before);
};

test("viewing receives nothing; orders are received by keyboard only, stored, found again and exported as files", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/received-orders?source=7`);
  await test.step("viewing the screen, pointing at links and going back receive nothing", () =>
    viewOnly(page, stack));
  await addOrders(stack, 22, 1);
  const waiting = await waitingAt(stack, 22);
  expect(waiting.length).toBeGreaterThan(0);
  await navigateTo(page, "/received-orders?source=22");
  await expect(page.getByText("This can't be undone")).toBeVisible();
  const count = page.getByText(/^\d+ orders? (?:is|are) in Processing now\.$/);
  await expect(count).toContainText(String(waiting.length));
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Source" }).focus();
  await page.keyboard.press("Tab");
  await expect(receiveButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  const units = waiting.length === 1 ? "1 order" : `${waiting.length} orders`;
  await expect(receiveQuestion(page)).toHaveAccessibleName(
    new RegExp(`^Receive ${units} from .+\\?$`),
  );
  // A key that is held down, or pressed twice, receives nothing.
  await expect(receiveQuestion(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Enter");
  await expect(receiveQuestion(page)).toBeHidden();
  await expect(receiveButton(page)).toBeFocused();
  expect(await waitingAt(stack, 22)).toHaveLength(waiting.length);
  await page.keyboard.press("Enter");
  await expect(receiveQuestion(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(confirmButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Batch of / })).toBeVisible();
  await page.reload();
  const orders = page.getByRole("table", { name: "Orders of this batch" });
  for (const { purchaseOrderNumber } of waiting)
    await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(orders).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  expect(await waitingAt(stack, 22)).toEqual([]);

  const csv = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const table = await readFile(await (await csv).path(), "utf8");
  const json = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download JSON" }).click();
  const run = JSON.parse(await readFile(await (await json).path(), "utf8")) as { orders: Order[] };
  expect(run.orders.map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
  for (const { purchaseOrderNumber } of waiting) expect(table).toContain(purchaseOrderNumber);

  // Each of its orders leads back to the run.
  await orders.getByRole("link", { name: waiting[0]!.purchaseOrderNumber! }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("link", { name: "Received here" }).click();
  await expect(orders).toBeVisible();

  await page.getByRole("link", { name: "Received orders", exact: true }).first().click();
  await expect(page.getByRole("grid", { name: "Batches" })).toContainText(/\d orders?/);
});

const refuse = async (page: Page, stack: Stack, faulty: FaultyConsole) => {
  await addOrders(stack, 15, 1);
  const before = await waitingAt(stack, 15);
  faulty.upstream.fail("GET", processing, { status: 403, body: { error: "Not this source." } });
  await navigateTo(page, "/received-orders?source=15");
  await startReceiving(page);
  await expect(page.getByRole("heading", { name: "No orders changed" })).toBeVisible();
  await expect(page.getByText("Not this source.").first()).toBeVisible();
  expect(await waitingAt(stack, 15)).toEqual(before);
};

const pressOften = async (page: Page, faulty: FaultyConsole) => {
  const before = faulty.upstream.arrived("GET", processing).length;
  await navigateTo(page, "/received-orders?source=8");
  const pressFiveTimes = (button: HTMLElement) => {
    for (let press = 0; press < 5; press++) button.click();
  };
  await receiveButton(page).evaluate(pressFiveTimes);
  await confirmButton(page).evaluate(pressFiveTimes);
  await expect(page.getByRole("heading", { level: 1, name: /^Batch of / })).toBeVisible();
  expect(faulty.upstream.arrived("GET", processing)).toHaveLength(before + 1);
};

const loseResponse = async (page: Page, stack: Stack, faulty: FaultyConsole) => {
  const moved = await addOrders(stack, 9, 2);
  const before = faulty.upstream.arrived("GET", processing).length;
  faulty.upstream.fail("GET", processing, "lost answer");
  await receive(page, 9);
  await expect(page.getByText("The console doesn't repeat this request.")).toBeVisible();
  await watchForShifts(page);
  await page.goto(`${faulty.url}/received-orders`);
  await expect(
    page.getByRole("heading", { name: /batch(es)? with an unknown result/ }),
  ).toBeVisible();
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  const { sum, moved: shifted } = await readShifts(page);
  expect(sum, shifted).toBeLessThan(mostShift);
  await page.getByRole("alert").getByRole("link").first().click();
  await page.getByRole("button", { name: "Check the list of orders" }).click();
  await expect(page.getByText("not in another batch")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Note for your team").fill("Compared on Monday");
  await page.getByRole("button", { name: /^Add \d+ orders? to this batch$/ }).click();
  const orders = page.getByRole("table", { name: "Orders of this batch" });
  for (const { purchaseOrderNumber } of moved)
    await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
  await expect(page.getByText("Compared on Monday", { exact: true })).toBeVisible();
  expect(faulty.upstream.arrived("GET", processing)).toHaveLength(before + 1);
};

const leaveOut = async (page: Page, stack: Stack, faulty: FaultyConsole) => {
  const [byHand, ...moved] = await addOrders(stack, 13, 3);
  await callApi(stack.upstreamUrl, `/purchase-orders/${byHand!.id}/processed`, {
    method: "PATCH",
  });
  faulty.upstream.fail("GET", processing, "lost answer");
  await receive(page, 13);
  await page.getByRole("button", { name: "Check the list of orders" }).click();
  await expect(page.getByText("Clear any order that was changed by hand")).toBeVisible();
  const all = moved.length + 1;
  await expect(page.getByText(`${all} of ${all} orders selected`)).toBeVisible();
  await page.getByRole("button", { name: "No orders changed" }).press("Enter");
  const asked = page.getByRole("dialog");
  await expect(asked).toContainText(`The check found ${all} orders`);
  await page.keyboard.press("Enter");
  await expect(asked).toBeHidden();
  await page
    .getByRole("checkbox", { name: `Select order ${byHand!.purchaseOrderNumber}` })
    .press("Space");
  await page.getByRole("button", { name: /^Add \d+ orders? to this batch$/ }).press("Enter");
  const orders = page.getByRole("table", { name: "Orders of this batch" });
  for (const { purchaseOrderNumber } of moved)
    await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
  await expect(orders.getByRole("link", { name: byHand!.purchaseOrderNumber! })).toHaveCount(0);
};

const waitForAnotherRun = async (page: Page, stack: Stack, faulty: FaultyConsole) => {
  const [moved] = await addOrders(stack, 16, 1);
  faulty.upstream.fail("GET", processing, "lost answer");
  await receive(page, 16);
  const settled = page.url();
  // Until the run is shown, the screen before it may still be there, and ignores a second press.
  const check = page.getByRole("button", { name: "Check the list of orders" });
  await expect(check).toBeVisible();
  const before = faulty.upstream.arrived("GET", processing).length;
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  faulty.upstream.fail("GET", processing, { until });
  await navigateTo(page, "/received-orders?source=16");
  await startReceiving(page);
  await expect.poll(() => faulty.upstream.arrived("GET", processing).length).toBe(before + 1);
  await page.goto(settled);
  await check.click();
  const problem = page
    .getByRole("alert")
    .filter({ hasText: "These orders are already being received" });
  await expect(problem).toContainText("is receiving the orders of source 16.");
  await expect(problem).toContainText("Wait until it finishes, then check again.");
  release();
  const again = problem.getByRole("button", { name: "Try again" });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(page.getByText("not in another batch")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Add 1 order to this batch" }).click();
  const orders = page.getByRole("table", { name: "Orders of this batch" });
  await expect(orders.getByRole("link", { name: moved!.purchaseOrderNumber! })).toBeVisible();
};

const closeWhileWaiting = async (page: Page, stack: Stack, faulty: FaultyConsole) => {
  const moved = await addOrders(stack, 18, 2);
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  faulty.upstream.fail("GET", processing, { until });
  await navigateTo(page, "/received-orders?source=18");
  const before = faulty.upstream.arrived("GET", processing).length;
  await startReceiving(page);
  await expect.poll(() => faulty.upstream.arrived("GET", processing).length).toBe(before + 1);
  await page.close();
  release();
  const later = await page.context().newPage();
  // The newest run is this one, received or still in progress: it was stored before the orders were requested.
  await later.goto(`${faulty.url}/received-orders`);
  await later
    .getByRole("link", { name: /^Batch of / })
    .first()
    .click();
  const orders = later.getByRole("table", { name: "Orders of this batch" });
  for (const { purchaseOrderNumber } of moved)
    await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
};

test("fault 28, 30, 33: a refusal, many presses, a lost response, another user's change and a closed page lose and repeat nothing", async ({
  page,
  stack,
  faulty,
}) => {
  await page.goto(`${faulty.url}/received-orders`);
  await test.step("a refusal by the upstream changes no order, and shows the reason", () =>
    refuse(page, stack, faulty));
  await test.step("pressing five times sends one call", () => pressOften(page, faulty));
  await test.step("after a lost response the result is unknown, and the orders are found by comparing", () =>
    loseResponse(page, stack, faulty));
  await test.step("an order that another user changed meanwhile is offered, and removed by keyboard", () =>
    leaveOut(page, stack, faulty));
  await test.step("fault 35: another run of the source is in progress, and comparing waits for it", () =>
    waitForAnotherRun(page, stack, faulty));
  await test.step("the page is closed while it waits, and the run is stored nevertheless", () =>
    closeWhileWaiting(page, stack, faulty));
});

test("fault 34: the gateway is killed while it waits; the run becomes unknown, and its orders are found", async ({
  page,
  stack,
  own,
}) => {
  const upstream = await own.faultyUpstream(stack.upstreamUrl);
  const env = { API_BASE_URL: upstream.url, API_TOKEN: testToken };
  let console = await own.stack({ env });
  const moved = await addOrders(stack, 21, 2);
  upstream.fail("GET", processing, "no answer");
  const before = upstream.arrived("GET", processing).length;
  await page.goto(`${console.url}/received-orders?source=21`);
  await startReceiving(page);
  await expect.poll(() => upstream.arrived("GET", processing).length).toBe(before + 1);
  await expect.poll(() => waitingAt(stack, 21)).toEqual([]);
  // It is in the list while the page waits.
  await expect(page.getByRole("row", { name: /In progress/ })).toBeVisible();
  await console.stop("SIGKILL");
  await expect(page.getByText("check the list below before you receive again")).toBeVisible();
  console = await own.stack({ env, place: console.place });
  await page.goto(`${console.url}/received-orders`);
  await page
    .getByRole("link", { name: /^Batch of / })
    .first()
    .click();
  // The killed gateway renews no lease, so within seconds the run is known to be worked on by none.
  await expect(page.getByText("The console doesn't repeat this request.")).toBeVisible();
  await page.getByRole("button", { name: "Check the list of orders" }).click();
  await page.getByRole("button", { name: /^Add \d+ orders? to this batch$/ }).click();
  const orders = page.getByRole("table", { name: "Orders of this batch" });
  for (const { purchaseOrderNumber } of moved)
    await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
  expect(upstream.arrived("GET", processing)).toHaveLength(before + 1);
});

test("if the upstream has no list, the user settles the run, with instructions", async ({
  page,
  faulty,
}) => {
  faulty.upstream.fail("GET", "/purchase-orders", { status: 405 }, { times: 100 });
  faulty.upstream.fail("GET", processing, "lost answer");
  await page.goto(`${faulty.url}/received-orders`);
  await receive(page, 23);
  await page.getByRole("button", { name: "Check the list of orders" }).click();
  await expect(page.getByRole("heading", { name: "Manual check needed" })).toBeVisible();
  await page.getByLabel("Note for your team").fill("Sent to the warehouse by mail");
  await page.getByRole("button", { name: "Recovered elsewhere" }).click();
  const asked = page.getByRole("dialog", {
    name: /^Resolve this batch as “Recovered elsewhere”\?$/,
  });
  await expect(asked).toBeVisible();
  await expectAccessibleInBoth(page);
  await asked.getByRole("button", { name: "Recovered elsewhere" }).click();
  await expect(page.getByText("Orders recovered elsewhere")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Sent to the warehouse by mail", { exact: true })).toBeVisible();
});
