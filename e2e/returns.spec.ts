import type { Page } from "@playwright/test";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { pressTo } from "./support/press-to.ts";
import { expect, type FaultyConsole, test } from "./support/test.ts";
import type { Api } from "./support/call-api.ts";

/** An open return with an RMA; each test uses another one, so that no test depends on another's changes. */
const openReturn = async (api: Api, index: number): Promise<ReturnModel> => {
  const list = await api<ReturnModel[]>("/returns?status=open&includeRmas=true&pageSize=50");
  // Counted from the end: closing one does not change the index of the others.
  const record = list.filter(({ rmas }) => rmas.length > 0).at(-1 - index);
  if (record === undefined) throw new Error("No open return is left: the workspace has changed");
  return record;
};

const isOpened = (page: Page, record: ReturnModel) =>
  expect(page.getByRole("heading", { level: 1, name: record.returnNumber! })).toBeVisible();

const adjustment = (page: Page) => page.getByRole("textbox", { name: "Refund adjustment" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
const nothingChanged = (page: Page) => expect(page.getByText("No unsaved changes")).toBeVisible();

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const orderNote = (page: Page) => page.getByRole("status", { name: "Order of this return" });
const formatAmount = (amount: number) =>
  `${amount > 0 ? "+" : ""}${amount.toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

const recordPatches = (page: Page): unknown[] => {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") bodies.push(request.postDataJSON());
  });
  return bodies;
};

test("an open return is found, its refund adjustment is set, and it is closed", async ({
  page,
  api,
  stack,
}) => {
  const record = await openReturn(api, 0);
  const patches = recordPatches(page);
  await page.goto(stack.url);
  await page.getByRole("navigation").getByRole("link", { name: "Returns", exact: true }).click();
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("searchbox", { name: "Order ID" }).fill(String(record.orderId));
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: record.returnNumber! }).click();
  await isOpened(page, record);

  await adjustment(page).fill("-1.5");
  const cents = Math.round((record.refundSubtotal ?? 0) * 100) - 150;
  const total = (cents / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 });
  await expect(page.getByText(`Refund total ${total}`)).toBeAttached();
  await page.getByRole("radio", { name: "Closed" }).check();
  await expectAccessible(page);
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: `Close ${record.returnNumber}?` });
  await expect(dialog).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await api<ReturnModel>(`/returns/${record.id}`)).status).toBe("open");
  await save(page).click();
  await dialog.getByRole("button", { name: "Close return" }).click();
  await nothingChanged(page);

  expect(patches).toEqual([{ returnStatus: "closed", refundAdjustment: -1.5 }]);
  expect(await api<ReturnModel>(`/returns/${record.id}`)).toMatchObject({
    status: "closed",
    refundAdjustment: -1.5,
    refundTotal: cents / 100,
  });
});

test("the same adjustment by keyboard only", async ({ page, api, stack }) => {
  const record = await openReturn(api, 1);
  await page.goto(`${stack.url}/returns?orderId=${record.orderId}`);
  await expect(page.getByRole("link", { name: record.returnNumber! })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await pressTo(page, adjustment(page));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2.25");
  await page.keyboard.press("Enter");
  await nothingChanged(page);
  expect((await api<ReturnModel>(`/returns/${record.id}`)).refundAdjustment).toBe(2.25);
});

const checkConflict = async (page: Page, api: Api, { id }: ReturnModel) => {
  await adjustment(page).fill("3");
  await api(`/returns/${id}`, { method: "PATCH", body: { refundAdjustment: 9 } });
  await save(page).click();
  await expect(page.getByText("Conflict: this return has changed")).toBeVisible();
  expect((await api<ReturnModel>(`/returns/${id}`)).refundAdjustment).toBe(9);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Use your version: 3.00" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await save(page).click();
  await nothingChanged(page);
  expect((await api<ReturnModel>(`/returns/${id}`)).refundAdjustment).toBe(3);
};

const checkTypedText = async (page: Page) => {
  await adjustment(page).fill("-7.77");
  await page.reload();
  await expect(adjustment(page)).toHaveValue("-7.77");
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").first().click();
  await expect(page.getByRole("dialog", { name: "Leave with unsaved changes?" })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await nothingChanged(page);
};

const checkRefusal = async (page: Page, { upstream }: FaultyConsole, { id }: ReturnModel) => {
  const issues = [{ path: "refundAdjustment", message: "Must be at least -5" }];
  const body = { error: "This change isn't possible", issues };
  upstream.fail("PATCH", `/returns/${id}`, { status: 400, body });
  await adjustment(page).fill("-6");
  await save(page).click();
  await expect(page.getByText("your changes are still here")).toBeVisible();
  await expect(adjustment(page)).toHaveValue("-6");
  await expect(adjustment(page)).toHaveAccessibleDescription(/Must be at least -5/);
};

const checkLostResponse = async (page: Page, { upstream }: FaultyConsole, { id }: ReturnModel) => {
  const sent = () => upstream.arrived("PATCH", `/returns/${id}`).length;
  const before = sent();
  upstream.fail("PATCH", `/returns/${id}`, "lost answer");
  await adjustment(page).fill("4");
  await save(page).click();
  await expect(page.getByText("Save status unknown")).toBeVisible();
  await expect(save(page)).toHaveAccessibleDescription("Check the status of the last save first");
  await save(page).click({ force: true });
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  expect(sent() - before).toBe(1);
};

test("fault 30, 45: typed text survives another user's change, a reload and a refused save, and a save with a lost response is checked, not sent again", async ({
  page,
  api,
  faulty,
}) => {
  const record = await openReturn(api, 2);
  await page.goto(`${faulty.url}/returns/${record.id}`);
  await test.step("another user's change, shown beside one's own", () =>
    checkConflict(page, api, record));
  await test.step("a reload, and leaving asks", () => checkTypedText(page));
  await test.step("a refusal, with its reason at the field", () =>
    checkRefusal(page, faulty, record));
  await test.step("a lost response", () => checkLostResponse(page, faulty, record));
});

test("with an upstream that lists no returns, they are opened by id and changed", async ({
  page,
  api,
  documentedOnly,
}) => {
  const record = await openReturn(api, 3);
  await page.goto(`${documentedOnly.url}/returns`);
  await page.getByRole("textbox", { name: "Return ID" }).fill(String(record.id));
  await page.getByRole("button", { name: "Open" }).click();
  await isOpened(page, record);
  await expect(orderNote(page)).toContainText("The service doesn't offer a list of orders");
  const money = page.getByRole("table", { name: "Refund and credit by line" });
  await expect(money.getByRole("row", { name: /^Total/ })).toBeVisible();
  await expect(timeline(page)).toContainText("Shipments to the customer are not shown");
  await expect(timeline(page).getByRole("listitem").last()).toContainText(
    `${record.returnNumber} created`,
  );
  await adjustment(page).fill("1");
  await save(page).click();
  await nothingChanged(page);
  expect((await api<ReturnModel>(`/returns/${record.id}`)).refundAdjustment).toBe(1);

  // Opening an RMA sends its own empty update, which reads it, but none of its return.
  const patches = recordPatches(page);
  await page.goto(`${documentedOnly.url}/rmas/${record.rmas[0]!.id}`);
  await expect(timeline(page)).toContainText(
    `Return ${record.id} and its other RMAs are not shown`,
  );
  await expect(timeline(page)).toContainText(`${record.rmas[0]!.rmaNumber} created`);
  await expect(page.getByText(/^Received /).first()).toBeVisible();
  expect(patches).toEqual([[]]);
});

/** A return whose units arrived in part: the first parcel of its RMA was received, the second is under way. */
const partlyReceived = async (api: Api) => {
  const list = await api<ReturnModel[]>("/returns?includeRmas=true&pageSize=50");
  const found = list.find(
    ({ rmas, refundTotal }) =>
      rmas.length === 1 && rmas[0]!.rmaShipments.length === 2 && (refundTotal ?? 0) > 0,
  );
  if (found === undefined) throw new Error("No partly received return: the workspace has changed");
  return { record: found, rma: found.rmas[0]! };
};

test("a return shows refund beside credit, ordered beside received units, and its history with that of its RMA", async ({
  page,
  api,
  faulty,
}) => {
  const { record, rma } = await partlyReceived(api);
  const orders = await api<PurchaseOrder[]>(
    `/purchase-orders?filterSourceId=${rma.sourceId}&filterPageSize=50`,
  );
  const order = orders.find(({ orderId }) => orderId === record.orderId)!;
  const item = record.items[0]!;
  const ordered = order.purchaseOrderItems.find((one) => one.orderItemId === item.orderItemId)!;
  faulty.upstream.fail("GET", "/purchase-orders", { status: 400, body: { error: "Not now" } });
  // Its order is not among the newest of its source, but on the next page.
  faulty.upstream.fail("GET", "/purchase-orders", { status: 200, body: [] });
  faulty.upstream.fail("GET", "/purchase-orders", { status: 200, body: [order] });
  // However long the test takes, what it has loaded stays new.
  await page.clock.setFixedTime(new Date());
  await page.goto(`${faulty.url}/returns/${record.id}`);
  await expect(orderNote(page)).toContainText("Couldn't load the order");
  await orderNote(page).getByRole("button", { name: "Try again" }).press("Enter");
  await expect(orderNote(page)).toContainText("isn't among the newest shipped orders");
  await orderNote(page).getByRole("button", { name: "Search older orders" }).press("Enter");
  await expect(orderNote(page)).toBeFocused();
  await expect(
    orderNote(page).getByRole("link", { name: order.purchaseOrderNumber! }),
  ).toBeVisible();
  const items = page.getByRole("table", { name: "Items of this return" });
  const cell = (name: string) => items.locator(`tbody td[data-label="${name}"]`).first();
  await expect(cell("Returned")).toContainText(`of ${ordered.shippedQuantity} shipped`);
  await expect(cell("Received")).toHaveText(
    `${rma.items[0]!.receivedQuantity} of ${item.returnQuantity}`,
  );
  const total = page
    .getByRole("table", { name: "Refund and credit by line" })
    .getByRole("row", { name: /^Total/ });
  const difference = Math.round((rma.creditTotal! - record.refundTotal!) * 100) / 100;
  await expect(total.getByRole("cell").last()).toHaveText(formatAmount(difference));
  await expect(timeline(page)).toContainText(
    `${order.purchaseOrderNumber} shipped to the customer`,
  );
  const webhook = { id: 1, configurationName: "Order sync", sourceId: order.sourceId };
  const event = { id: 1, eventType: "FulfillmentRequestProcessingEvent", status: "published" };
  const eventLog = "/webhook/configurations/1/event-logs";
  faulty.upstream.fail("GET", "/webhhok/configurations", {
    status: 200,
    body: [{ ...webhook, webhookUrl: "https://hooks.example", subscribedEvents: [] }],
  });
  faulty.upstream.fail("GET", eventLog, { status: 400, body: { error: "Not now" } });
  faulty.upstream.fail("GET", eventLog, {
    status: 200,
    body: [{ ...event, eventKey: `fulfillment_request:${order.id}`, publishedAt: order.sentAt }],
  });
  expect(faulty.upstream.arrived("GET", "/webhhok/configurations")).toHaveLength(0);
  await timeline(page).getByRole("button", { name: "Show webhook events" }).press("Enter");
  await expect(timeline(page)).toContainText("Couldn't load webhook events.");
  await timeline(page).getByRole("button", { name: "Try again" }).press("Enter");
  await expect(timeline(page)).toContainText("Order sync received “Order enters Processing”");
  await expect(timeline(page)).toContainText("1 webhook event about the order.");
  await expectAccessible(page);

  await timeline(page).getByRole("link", { name: rma.rmaNumber! }).first().click();
  const second = page.getByRole("article", { name: "Shipment 2 of 2" });
  await expect(second).toContainText("Shipment sent");
  const { shipment } = rma.rmaShipments[1]!;
  await expect(second.getByRole("link", { name: shipment!.trackingNumber! })).toHaveAttribute(
    "href",
    shipment!.trackingUrl!,
  );
  await expect(page.locator("[data-line]").first()).toContainText(
    `Ordered ${ordered.quantity} Shipped ${ordered.shippedQuantity}`,
  );
  await expect(
    timeline(page).getByRole("link", { name: record.returnNumber! }).first(),
  ).toBeVisible();
  // The return and the order are known from the screen before.
  expect(faulty.upstream.arrived("GET", `/returns/${record.id}`)).toHaveLength(1);
  expect(faulty.upstream.arrived("GET", "/purchase-orders")).toHaveLength(3);
  await expectAccessible(page);
});
