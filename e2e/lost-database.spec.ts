import type { Page } from "@playwright/test";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { ReturnModel } from "#contract/returns.ts";
import type { Api } from "./support/call-api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { startReceiving } from "./support/receive-orders.ts";
import { testToken } from "./support/start-stack.ts";
import { stopDatabase } from "./support/stop-database.ts";
import { expect, test } from "./support/test.ts";

const adjustment = (page: Page) => page.getByRole("textbox", { name: "Refund adjustment" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

const notResponding = "The server's database isn't responding";
const nothingSent = `${notResponding}, so nothing was sent.`;

/** The status of what the gateway can answer only with its database. */
const askDatabase = async (page: Page, url: string): Promise<number> => {
  const headers = { "X-Requested-By": "test" };
  return (await page.request.get(`${url}/api/audit`, { headers })).status();
};

const changeNothing = async (page: Page) => {
  await save(page).click();
  const refusal = alert(page, "Nothing was saved. Your changes are still here.");
  await expect(refusal).toContainText(nothingSent);
  await expect(adjustment(page)).toHaveValue("3.75");
  await expectAccessible(page);
};

const readOn = async (page: Page) => {
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "RMAs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save draft and leave" }).click();
  await expect(page.getByRole("grid", { name: "RMAs" }).getByRole("row").nth(1)).toBeVisible();
  await page.goBack();
  await expect(adjustment(page)).toHaveValue("3.75");
  await page.reload();
  await expect(adjustment(page)).toHaveValue("3.75");
};

const receiveNothing = async (page: Page, api: Api) => {
  const [order] = await api<PurchaseOrder[]>("/purchase-orders?filterStatus=processing");
  const source = order!.sourceId;
  const listWaiting = async () => {
    const path = `/purchase-orders?filterStatus=processing&filterSourceId=${source}`;
    return (await api<PurchaseOrder[]>(path)).map(({ id }) => id);
  };
  const waiting = await listWaiting();
  await navigateTo(page, `/received-orders?source=${source}`);
  await startReceiving(page);
  await expect(alert(page, nothingSent)).toBeVisible();
  expect(await listWaiting()).toEqual(waiting);
};

test("fault 40: while the gateway's database is gone, everything is read, and what can't be recorded is refused with the reason and kept; afterwards it is saved, once", async ({
  page,
  context,
  api,
  stack,
  own,
}) => {
  const console = await own.stack({
    env: { API_BASE_URL: stack.upstreamUrl, API_TOKEN: testToken, DATABASE_URL: "" },
    records: "nothing",
  });
  // The first one is another test's.
  const [, record] = await api<ReturnModel[]>("/returns?status=open&pageSize=50");
  const path = `/returns/${record!.id}`;
  const readAdjustment = async () => (await api<ReturnModel>(path)).refundAdjustment;
  const before = await readAdjustment();
  await page.goto(console.url + path);
  await adjustment(page).fill("3.75");
  // Until its database has been opened once, the console would make another one in place of the missing folder.
  await expect.poll(() => askDatabase(page, console.url)).toBe(200);
  const bringBack = await stopDatabase(console);
  await expect.poll(() => askDatabase(page, console.url)).toBe(503);

  await test.step("a change is refused, and stays in the form", () => changeNothing(page));
  await test.step("other screens load, and the change survives them and a reload", () =>
    readOn(page));
  const other = await context.newPage();
  await test.step("the list of changes says why it is empty", async () => {
    await other.goto(`${console.url}/audit`);
    await expect(alert(other, `${notResponding}.`).first()).toBeVisible();
  });
  await test.step("no order is received without a record of it", () => receiveNothing(other, api));
  expect(await readAdjustment()).toBe(before);

  await test.step("when it is back, the same click saves the change, once", async () => {
    await bringBack();
    await expect.poll(() => askDatabase(page, console.url)).toBe(200);
    await save(page).click();
    await expect(page.getByText("No unsaved changes")).toBeVisible();
    expect(await readAdjustment()).toBe(3.75);
    await navigateTo(other, "/audit");
    const changes = other.getByRole("grid", { name: "Changes" });
    await expect(changes.locator(`[data-row-link][href^="/returns/${record!.id}"]`)).toHaveCount(1);
  });
});

test("fault 28: a gateway that is killed in the middle of a save and started again knows that it sent it: it is checked, and saved once", async ({
  page,
  api,
  faulty,
  own,
}) => {
  const env = { API_BASE_URL: faulty.upstream.url, API_TOKEN: testToken, DATABASE_URL: "" };
  const first = await own.stack({ env, records: "nothing" });
  const [, , record] = await api<ReturnModel[]>("/returns?status=open&pageSize=50");
  const path = `/returns/${record!.id}`;
  await page.goto(first.url + path);
  await expect.poll(() => askDatabase(page, first.url)).toBe(200);
  await adjustment(page).fill("6.25");
  let answer = () => {};
  const until = new Promise<void>((done) => (answer = done));
  const sends = () => faulty.upstream.arrived("PATCH", path).length;
  const before = sends();
  faulty.upstream.fail("PATCH", path, { until });
  await save(page).click();
  await expect.poll(sends).toBe(before + 1);
  await first.stop("SIGKILL");
  answer();
  await expect(alert(page, "Save status unknown")).toBeVisible();
  await own.stack({ place: first.place, env: { ...env, PORT: new URL(first.url).port } });
  // The new gateway finds out that the old one has ended only when its lease is over.
  await expect(async () => {
    const check = page.getByRole("button", { name: "Check status" });
    if (await check.isVisible()) await check.click();
    await expect(alert(page, "Save status unknown")).toBeHidden({ timeout: 5_000 });
  }).toPass();
  // It may have reached the API before the gateway ended, or not.
  if (await alert(page, "Changes not saved").isVisible()) await save(page).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  expect((await api<ReturnModel>(path)).refundAdjustment).toBe(6.25);
  expect(sends()).toBeLessThanOrEqual(before + 2);
});
