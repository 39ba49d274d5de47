import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addOrders } from "./support/add-orders.ts";
import { callApi } from "./support/call-api.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import type { FaultyUpstream } from "./support/faulty-upstream.ts";
import { createOwn } from "./support/start-own.ts";
import { type Stack, testToken } from "./support/start-stack.ts";
import { expect, test } from "./support/test.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

interface Order {
  id: number;
  purchaseOrderNumber: string;
  purchaseOrderStatus: { handle: string };
}

const processing = "/purchase-orders/processing";
const processingAt = (sourceId: number) =>
  `/purchase-orders?filterStatus=processing&filterSourceId=${sourceId}`;

const receiveButton = (page: Page) => page.getByRole("button", { name: "Receive orders" });

/** Receives a source's orders, and returns the address of the resulting run. */
const receive = async (page: Page, url: string, sourceId: number): Promise<string> => {
  await page.goto(`${url}/received-orders?source=${sourceId}`);
  await receiveButton(page).click();
  await expect(page).toHaveURL(/received-orders\/\d+$/);
  return page.url();
};

/** This file's own stack, because other tests change orders too. */
const ours = createOwn();
let stack: Stack;
test.beforeAll(async () => {
  stack = await ours.stack();
});
test.afterAll(ours.end);
const waitingAt = (sourceId: number): Promise<Order[]> =>
  callApi<Order[]>(stack.upstreamUrl, processingAt(sourceId));

test("orders are received by keyboard only, stored, found again and exported as files", async ({
  page,
}) => {
  const waiting = await waitingAt(1);
  expect(waiting.length).toBeGreaterThan(0);
  await page.goto(`${stack.url}/purchase-orders`);
  await page.goto(`${stack.url}/received-orders?source=1`);
  await expect(page.getByText("This can't be undone")).toBeVisible();
  const count = page.getByText(/^\d+ orders? (?:is|are) in Processing now\.$/);
  await expect(count).toContainText(String(waiting.length));
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Source" }).focus();
  await page.keyboard.press("Tab");
  await expect(receiveButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Run \d+$/ })).toBeVisible();
  await page.reload();
  const orders = page.getByRole("table", { name: "Orders of this run" });
  for (const { purchaseOrderNumber } of waiting)
    await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(orders).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  expect(await waitingAt(1)).toEqual([]);

  const csv = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const table = await readFile(await (await csv).path(), "utf8");
  const json = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download JSON" }).click();
  const run = JSON.parse(await readFile(await (await json).path(), "utf8")) as { orders: Order[] };
  expect(run.orders.map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
  for (const { purchaseOrderNumber } of waiting) expect(table).toContain(purchaseOrderNumber);

  await page.getByRole("link", { name: "Received orders", exact: true }).first().click();
  await expect(page.getByRole("grid", { name: "Runs" })).toContainText(/\d orders?/);
});

test("viewing the screen, pointing at links and going back receive nothing", async ({ page }) => {
  await addOrders(stack, 7, 2);
  const before = await waitingAt(7);
  await page.goto(`${stack.url}/received-orders?source=7`);
  await page.getByRole("link", { name: "Purchase orders" }).first().hover();
  await page.getByRole("link", { name: "Purchase orders" }).first().click();
  await page.getByRole("link", { name: "Received orders" }).first().hover();
  await page.goBack();
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(await waitingAt(7)).toEqual(before);
});

test.describe("with faults", () => {
  let upstream: FaultyUpstream;
  let console: Stack;
  const env = () => ({ API_BASE_URL: upstream.url, API_TOKEN: testToken });

  test.beforeAll(async () => {
    upstream = await ours.faultyUpstream(stack.upstreamUrl);
    console = await ours.stack({ env: env() });
  });

  test("fault 28: pressing five times sends one call", async ({ page }) => {
    const before = upstream.arrived("GET", processing).length;
    await page.goto(`${console.url}/received-orders?source=3`);
    await receiveButton(page).evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 5; press++) button.click();
    });
    await expect(page.getByRole("heading", { level: 1, name: /^Run \d+$/ })).toBeVisible();
    expect(upstream.arrived("GET", processing)).toHaveLength(before + 1);
  });

  test("fault 30: after a lost response the result is unknown, and the orders are found by comparing", async ({
    page,
  }) => {
    const moved = await addOrders(stack, 4, 2);
    const before = upstream.arrived("GET", processing).length;
    upstream.fail("GET", processing, "lost answer");
    await receive(page, console.url, 4);
    await expect(page.getByText("The console doesn't repeat this request.")).toBeVisible();
    await watchForShifts(page);
    await page.goto(`${console.url}/received-orders`);
    await expect(page.getByRole("heading", { name: /runs? to settle/ })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const { sum, moved: shifted } = await readShifts(page);
    expect(sum, shifted).toBeLessThan(mostShift);
    await page
      .getByRole("link", { name: /^run \d+$/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Check the list of orders" }).click();
    await expect(page.getByText("not in another run")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Note for your team").fill("Compared on Monday");
    await page.getByRole("button", { name: /^Add \d+ orders? to this run$/ }).click();
    const orders = page.getByRole("table", { name: "Orders of this run" });
    for (const { purchaseOrderNumber } of moved)
      await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
    await expect(page.getByText("Compared on Monday", { exact: true })).toBeVisible();
    expect(upstream.arrived("GET", processing)).toHaveLength(before + 1);
  });

  test("an order that another user changed meanwhile is offered, and removed by keyboard", async ({
    page,
  }) => {
    const [byHand, ...moved] = await addOrders(stack, 12, 3);
    await callApi(stack.upstreamUrl, `/purchase-orders/${byHand!.id}/processed`, {
      method: "PATCH",
    });
    upstream.fail("GET", processing, "lost answer");
    await receive(page, console.url, 12);
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
    await page.getByRole("button", { name: /^Add \d+ orders? to this run$/ }).press("Enter");
    const orders = page.getByRole("table", { name: "Orders of this run" });
    for (const { purchaseOrderNumber } of moved)
      await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
    await expect(orders.getByRole("link", { name: byHand!.purchaseOrderNumber! })).toHaveCount(0);
  });

  test("a refusal by the upstream changes no order, and shows the reason", async ({ page }) => {
    await addOrders(stack, 9, 1);
    const before = await waitingAt(9);
    upstream.fail("GET", processing, { status: 403, body: { error: "Not this source." } });
    await page.goto(`${console.url}/received-orders?source=9`);
    await receiveButton(page).click();
    await expect(page.getByRole("heading", { name: "No orders changed" })).toBeVisible();
    await expect(page.getByText("Not this source.").first()).toBeVisible();
    expect(await waitingAt(9)).toEqual(before);
  });

  test("fault 34: the gateway is killed while it waits; the run becomes unknown, and its orders are found", async ({
    page,
  }) => {
    const moved = await addOrders(stack, 8, 2);
    upstream.fail("GET", processing, "no answer");
    const before = upstream.arrived("GET", processing).length;
    await page.goto(`${console.url}/received-orders?source=8`);
    await receiveButton(page).click();
    await expect.poll(() => upstream.arrived("GET", processing).length).toBe(before + 1);
    await expect.poll(() => waitingAt(8)).toEqual([]);
    // It is in the list while the page waits.
    await expect(page.getByRole("row", { name: /In progress/ })).toBeVisible();
    await console.stop("SIGKILL");
    await expect(page.getByText("check the list below before you receive again")).toBeVisible();
    console = await ours.stack({ env: env(), place: console.place });
    await page.goto(`${console.url}/received-orders`);
    await page
      .getByRole("link", { name: /^Run \d+$/ })
      .first()
      .click();
    // After a restart on the same machine, the gateway knows at once that no process works on that run.
    await expect(page.getByText("The console doesn't repeat this request.")).toBeVisible();
    await page.getByRole("button", { name: "Check the list of orders" }).click();
    await page.getByRole("button", { name: /^Add \d+ orders? to this run$/ }).click();
    const orders = page.getByRole("table", { name: "Orders of this run" });
    for (const { purchaseOrderNumber } of moved)
      await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
    expect(upstream.arrived("GET", processing)).toHaveLength(before + 1);
  });

  test("fault 33: the page is closed while it waits, and the run is stored nevertheless", async ({
    context,
  }) => {
    const moved = await addOrders(stack, 2, 2);
    const page = await context.newPage();
    await page.goto(`${console.url}/received-orders?source=2`);
    const before = upstream.arrived("GET", processing).length;
    await receiveButton(page).click({ noWaitAfter: true });
    await expect.poll(() => upstream.arrived("GET", processing).length).toBe(before + 1);
    await page.close();
    const later = await context.newPage();
    // The newest run is this one, received or still in progress: it was stored before the orders were requested.
    await later.goto(`${console.url}/received-orders`);
    await later
      .getByRole("link", { name: /^Run \d+$/ })
      .first()
      .click();
    const orders = later.getByRole("table", { name: "Orders of this run" });
    for (const { purchaseOrderNumber } of moved)
      await expect(orders.getByRole("link", { name: purchaseOrderNumber! })).toBeVisible();
  });
});

test("if the upstream has no list, the user settles the run, with instructions", async ({
  context,
  own,
}) => {
  const faulty = await own.faultyUpstream(stack.upstreamUrl);
  faulty.fail("GET", "/purchase-orders", { status: 404 }, { times: 100 });
  faulty.fail("GET", processing, "lost answer");
  const console = await own.stack({ env: { API_BASE_URL: faulty.url, API_TOKEN: testToken } });
  const page = await context.newPage();
  await receive(page, console.url, 6);
  await page.getByRole("button", { name: "Check the list of orders" }).click();
  await expect(page.getByRole("heading", { name: "Manual check needed" })).toBeVisible();
  await page.getByLabel("Note for your team").fill("Sent to the warehouse by mail");
  await page.getByRole("button", { name: "Recovered elsewhere" }).click();
  const asked = page.getByRole("dialog", { name: /^Settle run \d+ as “Recovered elsewhere”\?$/ });
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Recovered elsewhere" }).click();
  await expect(page.getByText("Orders recovered elsewhere")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Sent to the warehouse by mail", { exact: true })).toBeVisible();
});
