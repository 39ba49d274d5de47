import type { Page } from "@playwright/test";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { keepNotifications } from "./support/keep-notifications.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { pressTo } from "./support/press-to.ts";
import { expect, type FaultyConsole, test } from "./support/test.ts";
import type { Api } from "./support/call-api.ts";

const acknowledgePath = ({ id }: PurchaseOrder) => `/purchase-orders/${id}/acknowledge`;
const strip = (page: Page) => page.getByRole("region", { name: "Orders in progress" });
const row = (page: Page, { purchaseOrderNumber }: PurchaseOrder) =>
  page.getByRole("checkbox", { name: `Select ${purchaseOrderNumber}` });

/** The number of acknowledge requests that arrived at the upstream for each order. */
const countArrivals = ({ upstream }: FaultyConsole, orders: readonly PurchaseOrder[]) =>
  orders.map((order) => upstream.arrived("PATCH", acknowledgePath(order)).length);

const listProcessing = (api: Api) =>
  api<PurchaseOrder[]>("/purchase-orders?filterStatus=processing,processed");

const getStatus = async (api: Api, { id }: PurchaseOrder) =>
  (await api<PurchaseOrder>(`/purchase-orders/${id}`)).purchaseOrderStatus?.handle;

const expectStatus = async (api: Api, orders: readonly PurchaseOrder[], handle: string) => {
  for (const order of orders) expect(await getStatus(api, order)).toBe(handle);
};

/** Presses Tab until the button of that name has the focus. */
const tabTo = (page: Page, name: string) =>
  pressTo(page, page.getByRole("button", { name, exact: true }));

/**
 * Holds an order's acknowledge request at the upstream; returns a function that releases it, and resolves when it is
 * done.
 */
const holdAcknowledge = ({ upstream }: FaultyConsole, api: Api, order: PurchaseOrder) => {
  let release = () => {};
  const until = new Promise<void>((done) => (release = done));
  upstream.fail("PATCH", acknowledgePath(order), { until });
  return async () => {
    release();
    await expect.poll(() => getStatus(api, order)).toBe("acknowledged");
  };
};

test("fault 28, 30: many orders are acknowledged once each, across a pause, two reloads and a lost response", async ({
  page,
  api,
  faulty,
}) => {
  const orders = (await listProcessing(api)).slice(0, 9);
  const letThirdGo = holdAcknowledge(faulty, api, orders[2]!);
  faulty.upstream.fail("PATCH", acknowledgePath(orders[4]!), "lost answer");
  const letEighthGo = holdAcknowledge(faulty, api, orders[7]!);
  await page.goto(`${faulty.url}/purchase-orders?filterStatus=processing,processed&size=25`);
  for (const order of orders) await row(page, order).check();
  await page.getByRole("button", { name: "Acknowledge…" }).click();
  const asked = page.getByRole("dialog", { name: "Acknowledge 9 orders?" });
  await expect(asked).toContainText("one after another, in about");
  await asked.getByRole("button", { name: "Acknowledge 9 orders" }).click();
  await expect(strip(page)).toContainText(/(?<!\d)2 of 9 orders acknowledged/);
  await strip(page).getByRole("button", { name: "Pause" }).click();
  await letThirdGo();
  await expect(strip(page).getByRole("heading", { name: "Paused" })).toBeVisible();
  await expect(strip(page)).toContainText(/(?<!\d)3 of 9 orders acknowledged/);
  const sent = () => countArrivals(faulty, orders).reduce((sum, count) => sum + count, 0);
  expect(sent()).toBe(3);

  await page.reload();
  await expect(strip(page).getByRole("heading", { name: "Paused" })).toBeVisible();
  // A paused run sends nothing by itself.
  expect(sent()).toBe(3);
  await strip(page).getByRole("button", { name: "Continue" }).click();
  await expect(strip(page)).toContainText(/(?<!\d)7 of 9 orders acknowledged/);
  await expect.poll(sent).toBe(8);

  // The eighth request is in flight when the page reloads: the run doesn't depend on it.
  await page.reload();
  await expect(strip(page).getByRole("heading", { name: "Acknowledge: 9 orders" })).toBeVisible();
  await letEighthGo();
  await expect(strip(page).getByRole("heading", { name: "Finished" })).toBeVisible();
  await expect(strip(page)).toContainText("9 of 9 orders acknowledged");

  await strip(page).getByText("Results by order").first().click();
  await expect(
    strip(page).getByRole("listitem").filter({ hasText: orders[4]!.purchaseOrderNumber! }),
  ).toContainText("The response was lost; a check confirmed the change");
  expect(countArrivals(faulty, orders)).toEqual(orders.map(() => 1));
  await expectStatus(api, orders, "acknowledged");
  await strip(page).getByRole("button", { name: "Close" }).click();
  await expect(strip(page)).toBeHidden();
});

const stopByRefusal = async (page: Page, api: Api, faulty: FaultyConsole) => {
  const orders = (await listProcessing(api)).slice(0, 2);
  faulty.upstream.fail("PATCH", acknowledgePath(orders[1]!), {
    status: 401,
    body: { error: "The token is not accepted" },
  });
  await page.goto(`${faulty.url}/purchase-orders?filterStatus=processing,processed&size=25`);
  for (const order of orders) await row(page, order).check();
  await page.getByRole("button", { name: "Acknowledge…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge 2 orders" }).click();
  await expect(strip(page).getByRole("heading", { name: "Stopped" })).toBeVisible();
  await expect(strip(page)).toContainText("1 of 2 orders acknowledged");
  await strip(page).getByRole("button", { name: "Continue" }).click();
  await expect(strip(page)).toContainText("2 of 2 orders acknowledged");
  expect(countArrivals(faulty, orders)).toEqual([1, 2]);
  // Until the list has them no longer, the rows below move.
  for (const order of orders) await expect(row(page, order)).toHaveCount(0);
  // The screens of its own orders show the result, and the list until it is closed.
  const unrelated = (await listProcessing(api)).at(3)!.purchaseOrderNumber!;
  const result = page.getByRole("region", { name: "Bulk change" });
  await page.getByRole("link", { name: unrelated, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: unrelated })).toBeVisible();
  await expect(page.getByRole("region", { name: "Items", exact: true })).toBeVisible();
  await expect(result).toBeHidden();
  await page.goBack();
  await strip(page).getByText("Results by order").first().click();
  await strip(page).getByRole("link", { name: orders[1]!.purchaseOrderNumber! }).click();
  await expect(result).toContainText("Acknowledged");
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("link", { name: unrelated, exact: true })).toBeVisible();
  await strip(page).getByRole("button", { name: "Close" }).click();
  await expect(strip(page)).toBeHidden();
  await expectStatus(api, orders, "acknowledged");
};

const acknowledgeOne = async (page: Page, api: Api, faulty: FaultyConsole) => {
  const [order] = await listProcessing(api);
  faulty.upstream.fail("PATCH", acknowledgePath(order!), "cut");
  await navigateTo(page, `/purchase-orders/${order!.id}`);
  const act = page.getByRole("button", { name: "Acknowledge", exact: true });
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Acknowledge" });
  await act.click();
  await confirm.dblclick();
  await expect(page.getByRole("alert")).toContainText("Order unchanged");
  expect(countArrivals(faulty, [order!])).toEqual([1]);
  await act.click();
  await confirm.click();
  await expect(page.getByRole("alert")).toContainText("Acknowledged");
  await expect(page.locator(":focus").getByRole("alert")).toBeVisible();
  await expect(act).toBeHidden();
  await expect(page.getByRole("table", { name: "Items of this order" })).not.toContainText(
    "not acknowledged",
  );
  expect(countArrivals(faulty, [order!])).toEqual([2]);
  await expectStatus(api, [order!], "acknowledged");
};

const leaveDuringChange = async (page: Page, api: Api, faulty: FaultyConsole) => {
  const [order] = await listProcessing(api);
  const letGo = holdAcknowledge(faulty, api, order!);
  await navigateTo(page, `/purchase-orders/${order!.id}`);
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
  await expect.poll(() => countArrivals(faulty, [order!])).toEqual([1]);
  await navigateTo(page, "/purchase-orders");
  await expect(page.getByRole("heading", { level: 1, name: "Purchase orders" })).toBeVisible();
  await keepNotifications(page);
  await letGo();
  await expect(page.getByText(`${order!.purchaseOrderNumber} acknowledged`)).toBeVisible();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: order!.purchaseOrderNumber! }),
  ).toBeVisible();
  expect(countArrivals(faulty, [order!])).toEqual([1]);
};

test("fault 28, 31: after a refusal of every order and on its own screen, an order is acknowledged once, however often the button is clicked", async ({
  page,
  api,
  faulty,
}) => {
  await test.step("a refusal that applies to every order stops the run; the remaining orders are sent later, once", () =>
    stopByRefusal(page, api, faulty));
  await test.step("one order is acknowledged from its own screen, once, however often the button is clicked", () =>
    acknowledgeOne(page, api, faulty));
  await test.step("a change that ends after its screen was left is announced", () =>
    leaveDuringChange(page, api, faulty));
});

const selectAllMatches = async (page: Page, api: Api) => {
  const filter = "filterStatus=processing,processed,unprocessed,canceled,processing_error";
  const count = (statuses: string) =>
    api<number>(`/purchase-orders/count?filterStatus=${statuses}`);
  const [all, fit] = [
    await api<number>(`/purchase-orders/count?${filter}`),
    await count("processing,processed"),
  ];
  await navigateTo(page, `/purchase-orders?${filter}&size=25`);
  await expect(page.getByRole("checkbox", { name: /^Select [A-Z]+-/ })).toHaveCount(25);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await page.getByRole("button", { name: `Select all ${all} matching` }).click();
  await expect(page.getByText(`${all} purchase orders selected`)).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge…" }).click();
  const asked = page.getByRole("dialog", { name: `Acknowledge ${fit} orders?` });
  await asked.getByText(`${all - fit} orders skipped: show reasons`).click();
  await expect(asked.getByText(/is Canceled\. Only orders/).first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  expect(await count("processing,processed")).toBe(fit);
};

const processByKeys = async (page: Page, api: Api, url: string) => {
  const [first, second] = await api<PurchaseOrder[]>("/purchase-orders?filterStatus=processing");
  await page.goto(`${url}/purchase-orders?filterStatus=processing`);
  await expect(row(page, second!)).toBeVisible();
  // As a person does: faster keys are those of a scanner.
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key, { delay: 50 });
  await tabTo(page, "Mark as Processed…");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Mark as Processed 2 orders?" })).toBeVisible();
  await tabTo(page, "Mark as Processed 2 orders");
  await page.keyboard.press("Enter");
  await expect(strip(page)).toContainText("2 of 2 orders marked as Processed");
  // The focus follows the buttons, to the one that closes the run.
  await expect(strip(page).getByRole("button", { name: "Close" })).toBeFocused();
  await pressTo(page, strip(page).locator("summary"));
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(strip(page)).toBeHidden();
  await expectStatus(api, [first!, second!], "processed");
};

test("orders are marked as Processed by keyboard only, and all matches are selected page by page", async ({
  page,
  api,
  faulty,
}) => {
  await test.step("by keyboard only: select, mark as Processed, read the results, close", () =>
    processByKeys(page, api, faulty.url));
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step("all matches are selected, and orders that cannot be changed are left out", () =>
    selectAllMatches(page, api));
});

test("two tabs: both show the run, which continues when the first is closed", async ({
  page,
  context,
  api,
  faulty,
}) => {
  const orders = (await listProcessing(api)).slice(0, 6);
  const letThirdGo = holdAcknowledge(faulty, api, orders[2]!);
  const list = `${faulty.url}/purchase-orders?filterStatus=processing,processed&size=25`;
  await page.goto(list);
  for (const order of orders) await row(page, order).check();
  await page.getByRole("button", { name: "Acknowledge…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge 6 orders" }).click();
  await expect(strip(page)).toContainText("2 of 6 orders acknowledged");
  await expect.poll(() => countArrivals(faulty, orders)[2]).toBe(1);
  const other = await context.newPage();
  await other.goto(list);
  await expect(strip(other).getByRole("heading", { name: "Acknowledge: 6 orders" })).toBeVisible();
  await page.close();
  await letThirdGo();
  await expect(strip(other).getByRole("button", { name: "Close" })).toBeVisible();
  await expect(strip(other)).toContainText("6 of 6 orders acknowledged");
  expect(countArrivals(faulty, orders)).toEqual(orders.map(() => 1));
  await expectStatus(api, orders, "acknowledged");
});
