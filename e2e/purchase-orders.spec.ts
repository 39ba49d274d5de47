import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Page } from "@playwright/test";
import type { Api } from "./support/call-api.ts";
import { choose } from "./support/choose.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

const orderNumber = ({ purchaseOrderNumber }: PurchaseOrder): string => purchaseOrderNumber!;

/** A paste as from a spreadsheet or an e-mail. */
const paste = (page: Page, text: string) =>
  page.getByRole("searchbox", { name: "Search orders" }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    (field as HTMLElement).focus();
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

/** The badges whose text is cut. */
const listCutBadges = (page: Page) =>
  page
    .locator(".table__body .badge")
    .evaluateAll((all) =>
      (all as HTMLElement[]).flatMap((badge) =>
        badge.scrollWidth > badge.clientWidth ? [badge.textContent] : [],
      ),
    );

const lookUpPasted = async (page: Page, api: Api) => {
  const [first, second] = await api<PurchaseOrder[]>("/purchase-orders?filterPageSize=2");
  const counted: string[] = [];
  page.on("request", (request) => {
    if (/count\?.*poNumbers=/.test(request.url())) counted.push(request.url());
  });
  await paste(page, `${first!.purchaseOrderNumber}\n${second!.purchaseOrderNumber}\r\nNONE-1\n`);
  await expect(page.getByText("No order has the number NONE-1.")).toBeVisible();
  await expect(page.getByText("2 purchase orders, newest first")).toBeVisible();
  const [prefixed] = [first!, second!].filter((order) => /^[A-Z]+-\d+$/.test(orderNumber(order)));
  await page
    .getByRole("searchbox", { name: "Search orders" })
    .fill(orderNumber(prefixed!).replace(/^\D+/, ""));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 purchase order")).toBeVisible();
  await expect(page.getByRole("link", { name: orderNumber(prefixed!) })).toBeVisible();
  // All found orders are on the screen, so the tabs need no requests.
  await expect(page.getByRole("link", { name: "All 1", exact: true })).toBeVisible();
  expect(counted).toEqual([]);
  await page.getByRole("searchbox", { name: "Search orders" }).fill("");
  await page.keyboard.press("Enter");
  const many = Array.from({ length: 52 }, (_, place) => `NONE-${place + 1}`);
  await paste(page, many.join("\n"));
  await expect(
    page.getByText("The service accepts 50 numbers at a time. 2 pasted numbers"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show next 2" }).click();
  await expect(page).toHaveURL(/poNumbers=NONE-51,NONE-52/);
};

const findByNumber = async (page: Page, order: PurchaseOrder) => {
  await page.getByRole("searchbox", { name: "Search orders" }).fill(order.purchaseOrderNumber!);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`poNumbers=${order.purchaseOrderNumber}`));
  await page.getByRole("link", { name: order.purchaseOrderNumber! }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: order.purchaseOrderNumber! }),
  ).toBeVisible();
  for (const { sku } of order.purchaseOrderItems)
    await expect(
      page.getByRole("region", { name: "Items", exact: true }).getByText(sku!),
    ).toBeVisible();
  for (const { invoiceNumber } of order.invoices)
    await expect(page.getByRole("article", { name: invoiceNumber! })).toBeVisible();
  const tracking = page.getByRole("region", { name: "Shipments", exact: true });
  await expect(tracking.getByText(order.shipments[0]!.trackingNumber!).first()).toBeVisible();
};

const checkPrinted = async (page: Page, order: PurchaseOrder) => {
  await page.emulateMedia({ media: "print" });
  const paper = page.locator(".order-print");
  await expect(paper).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.getByRole("navigation").first()).toBeHidden();
  for (const { sku } of order.purchaseOrderItems)
    await expect(paper.getByText(sku!, { exact: true }).first()).toBeVisible();
  await page.emulateMedia({ media: "screen" });
};

const showFormerStatus = async (page: Page, api: Api) => {
  const old = "Duplicate PO/FR #";
  const orders = await api<PurchaseOrder[]>(
    `/purchase-orders?filterStatus=${encodeURIComponent(old)}`,
  );
  const order = orders.find(({ purchaseOrderStatus }) => purchaseOrderStatus?.name === old)!;
  await navigateTo(page, `/purchase-orders/${order.id}`);
  await expect(page.getByText("Duplicate Fulfillment Request #").first()).toBeVisible();
  await expect(page.getByText(`formerly ${old}`)).toBeVisible();
};

test("orders are looked up by pasted lines and by number, shown in whole and printed", async ({
  page,
  api,
  stack,
}) => {
  const orders = await api<PurchaseOrder[]>("/purchase-orders?filterFulfilmentStatus=shipped");
  const order = orders
    .filter(({ shipments, invoices }) => shipments.length > 0 && invoices.length > 0)
    .toSorted((a, b) => (b.totalItems ?? 0) - (a.totalItems ?? 0))[0]!;
  await page.goto(`${stack.url}/purchase-orders`);
  await test.step("pasted lines of numbers are looked up, fifty at a time, and those without an order are named", () =>
    lookUpPasted(page, api));
  await test.step("an order is found by its number, and all of it is shown", () =>
    findByNumber(page, order));
  await test.step("a printed order is a packing document with every item", () =>
    checkPrinted(page, order));
  await test.step("a deprecated status name is shown beside the one that replaces it", () =>
    showFormerStatus(page, api));
});

const countStatuses = async (page: Page, api: Api) => {
  const count = (status: string) =>
    api<number>(`/purchase-orders/count?filterSourceId=1&filterStatus=${status}`);
  await page.getByRole("button", { name: "Any status" }).click();
  const statuses = [
    ["Unprocessed", "unprocessed"],
    ["Acknowledged", "acknowledged"],
    ["Cross docked", "cross_docked"],
  ] as const;
  for (const [name, handle] of statuses)
    await expect(page.getByRole("checkbox", { name, exact: true })).toHaveAccessibleDescription(
      String(await count(handle)),
    );
  await expectAccessible(page);
};

test("every filter is in the address, and a saved view restores them", async ({
  page,
  api,
  stack,
}) => {
  await page.goto(`${stack.url}/purchase-orders`);
  await page.getByRole("button", { name: "Any status" }).click();
  await page.getByRole("checkbox", { name: "Acknowledged" }).check();
  await page.getByRole("checkbox", { name: "Processing", exact: true }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Any fulfillment" }).click();
  await page.getByRole("checkbox", { name: "Awaiting Shipment" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Generated since").fill("2020-01-02");
  await page.getByLabel("Unknown").check();
  await page.keyboard.press("Escape");
  const filtered =
    /filterStatus=acknowledged,processing&filterFulfilmentStatus=awaiting_shipment&filterGeneratedAfter=2020-01-02&received=none/;
  await expect(page).toHaveURL(filtered);
  await expect(page.getByText("The service can't filter by received status")).toBeVisible();

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("textbox", { name: "View name" }).fill("Waiting für uns");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  const all = await api<number>("/purchase-orders/count");
  await expect(page.getByRole("link", { name: `All ${all}` })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Views" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Waiting für uns" }).click();
  await expect(page).toHaveURL(filtered);
  await expect(page.getByRole("button", { name: "Waiting für uns", exact: true })).toBeVisible();
  await test.step("each status shows its number of orders under the other filters", async () => {
    await navigateTo(page, "/purchase-orders?filterSourceId=1");
    await countStatuses(page, api);
  });
});

test("if the upstream does not count, the tabs have no numbers, after one request", async ({
  page,
  faulty,
}) => {
  const path = "/purchase-orders/count";
  const countRequests = () => faulty.upstream.arrived("GET", path).length;
  const before = countRequests();
  faulty.upstream.fail("GET", path, { status: 405, body: { error: "Not found" } }, { times: 99 });
  await page.goto(`${faulty.url}/purchase-orders`);
  await expect(page.locator("[data-row-link]").first()).toBeVisible();
  await expect.poll(countRequests).toBe(before + 1);
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("link", { name: "Processing", exact: true })).toBeVisible();
  expect(countRequests()).toBe(before + 1);
});

test("viewing orders, on every screen and over every link, changes no status", async ({
  page,
  api,
  stack,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const count = () => api<number>("/purchase-orders/count?filterStatus=processing");
  const before = await count();
  const screens = [
    ["/", "Overview"],
    ["/purchase-orders", "Purchase orders"],
    ["/purchase-orders?filterStatus=processing", "Purchase orders"],
    ["/connection", "Connection"],
  ] as const;
  const main = page.getByRole("main");
  await page.goto(`${stack.url}/connection`);
  for (const [screen, title] of screens) {
    await navigateTo(page, screen);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
    const navigation = await page.getByRole("navigation").getByRole("link").all();
    const links = (await main.getByRole("link").all()).slice(0, 10);
    // The navigation is the same on every screen.
    for (const link of screen === "/" ? [...navigation, ...links] : links) await link.hover();
  }
  await waitUntilLoaded(page);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => path.includes("/processing"))).toEqual([]);
  expect(asked.some((path) => path.startsWith("/api/purchase-orders"))).toBe(true);
  expect(await count()).toBe(before);
  expect(before).toBeGreaterThan(0);
});

test("an upstream without a list of orders is reported, and the orders that this console received replace the list", async ({
  page,
  api,
  documentedOnly,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await watchForShifts(page);
  await page.goto(`${documentedOnly.url}/received-orders`);
  await expect(page.getByText("The number of orders is unknown.")).toBeVisible();
  const source = page.getByRole("textbox", { name: "Source" });
  await expect(source).toBeVisible();
  const { sum, moved } = await readShifts(page);
  expect(sum, moved).toBeLessThan(mostShift);
  // What is no ID never means all sources.
  const receive = page.getByRole("button", { name: "Receive orders" });
  await source.fill("Acme");
  await expect(source).toHaveAccessibleDescription(/Enter an ID: a whole number, 1 or more/);
  await expect(receive).toHaveAttribute("aria-disabled", "true");
  await source.fill("");
  await expect(receive).toBeEnabled();
  await page.goto(`${documentedOnly.url}/purchase-orders`);
  await expect(page.getByText("The service doesn't offer a list of purchase orders")).toBeVisible();
  const waiting = await api<PurchaseOrder[]>("/purchase-orders?filterStatus=processing");
  const [order] = waiting;
  const received = await page.request.post(`${documentedOnly.url}/api/received-orders`, {
    headers: { "X-Requested-By": "supercargo" },
    data: { sourceId: order!.sourceId },
  });
  expect(received.ok()).toBe(true);
  await page.reload();
  await expect(page.getByText("The service doesn't offer a list of purchase orders")).toBeVisible();
  await choose(page, "Source", `Source ${order!.sourceId}`);
  await expect(page).toHaveURL(new RegExp(`filterSourceId=${order!.sourceId}$`));
  await page.getByRole("link", { name: orderNumber(order!) }).click();
  await expect(page.getByText("Shown as received")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: orderNumber(order!) })).toBeVisible();
  await expect(page.getByRole("button", { name: "Acknowledge" })).toBeHidden();
  // Reads that the API doesn't offer are expected, so the browser reports no errors.
  expect(errors).toEqual([]);
});

test("on a phone, a long status is whole", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/purchase-orders?filterStatus=additional_info_required");
  await expect(page.getByRole("grid").getByText("Additional Info Required").first()).toBeVisible();
  expect(await listCutBadges(page)).toEqual([]);
});
