import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { MappingSet } from "#contract/mapping-sets.ts";
import type { Rma } from "#contract/rmas.ts";
import { callApi } from "./support/call-api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { keepNotifications } from "./support/keep-notifications.ts";
import { nameOfRule, openDetails, review, rulePath } from "./support/save-rules.ts";
import { expect, test } from "./support/test.ts";

/** Opens a screen, and waits for the code that offers to send a save later. */
const openWatched = async (page: Page, address: string): Promise<void> => {
  const watched = page.waitForResponse(/offline-banner/);
  await page.goto(address);
  await (await watched).finished();
};

const sendLater = (page: Page) => page.getByRole("button", { name: "Send when back online" });
const changesToSend = (page: Page) =>
  page.getByRole("list", { name: "Changes to send" }).getByRole("listitem");

/** Opens a main screen, and keeps the draft of the present one. */
const leaveDraft = async (page: Page, to: string): Promise<void> => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: to }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save draft and leave" }).click();
  // The screen itself may not have been loaded before the gateway stopped.
  await expect(page.getByRole("dialog")).toBeHidden();
};

test("while the gateway is down, data stays with its age, and a save is sent later only if the person says so", async ({
  page,
  context,
  own,
}) => {
  const first = await own.stack();
  const [set] = await callApi<MappingSet[]>(first.upstreamUrl, "/mapping-sets");
  const [rule] = await callApi<MappingRule[]>(first.upstreamUrl, rulePath);
  const rmas = await callApi<Rma[]>(first.upstreamUrl, "/rma?status=Waiting&pageSize=50");
  // An old one, so that another follows in the queue.
  const rma = rmas.findLast(({ items }) => items.length === 1)!;
  const sent: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isChange = request.method() !== "GET" && !pathname.startsWith("/api/catalog/");
    if (isChange && pathname.startsWith("/api/")) sent.push(pathname);
  });
  const rmaPage = await context.newPage();
  const rulePage = await context.newPage();
  await openWatched(rmaPage, `${first.url}/rmas/${rma.id}`);
  await openWatched(rulePage, `${first.url}/mapping-rules/${rule!.id}`);
  const connectionPage = await context.newPage();
  await openWatched(connectionPage, `${first.url}/connection`);
  const connected = connectionPage.getByRole("main").getByText("Connected", { exact: true });
  await expect(connected).toBeVisible();
  await openWatched(page, `${first.url}/mapping-sets/${set!.id}?edit=1`);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Renamed while offline");
  await openDetails(rulePage);
  await nameOfRule(rulePage).fill("Named in a closed tab");
  await first.stop();

  await test.step("Connection doesn't contradict the banner", async () => {
    await connectionPage.getByRole("button", { name: "Refresh" }).click();
    await expect(
      connectionPage.getByRole("main").getByText("Supercargo's server didn't respond."),
    ).toBeVisible();
    await expect(connectionPage.getByRole("region", { name: "Connection status" })).toContainText(
      "Supercargo's server isn't responding.",
    );
    await expect(connected).toBeHidden();
    await connectionPage.close();
  });
  await rmaPage.getByRole("button", { name: "Approve all remaining" }).click();
  await rmaPage.getByRole("button", { name: "Save and next" }).click();
  await rmaPage.getByRole("dialog").getByRole("button", { name: "Save and close" }).click();
  await sendLater(rmaPage).click();
  await expect(changesToSend(rmaPage)).toContainText(`${rma.rmaNumber}Waiting to be sent`);
  await review(rulePage).click();
  await rulePage.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await sendLater(rulePage).click();
  await expect(changesToSend(rulePage)).toContainText("Waiting to be sent");
  // A save waits in its tab only; the changes stay in this browser.
  await rulePage.close();

  await page.getByRole("button", { name: "Save changes" }).click();
  const banner = page.getByRole("region", { name: "Connection status" });
  await expect(banner).toContainText("Supercargo's server isn't responding.");
  await expect(banner).toContainText(/Showing data loaded (just now|\d+ minutes? ago)\./);
  await expect(page.getByText("nothing was sent. Your changes are still here.")).toBeVisible();
  await expect(name).toHaveValue("Renamed while offline");
  await sendLater(page).click();
  await expect(page.getByRole("heading", { name: "Waiting to be sent" })).toBeVisible();
  const waiting = changesToSend(page);
  await expect(waiting).toContainText(`${set!.name}Waiting to be sent`);
  await expectAccessible(page);
  // Canceled, nothing waits; the typed text stays.
  await waiting.getByRole("button", { name: "Cancel sending" }).click();
  await expect(waiting).toHaveCount(0);
  await expect(name).toHaveValue("Renamed while offline");
  await page.getByRole("button", { name: "Save changes" }).click();
  await sendLater(page).click();
  // A form that is left and opened again is still the one that waits, and typing in it still ends the wait.
  await leaveDraft(page, "Mapping sets");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Waiting to be sent" })).toBeVisible();
  await name.fill("Renamed while offline, again");
  await expect(waiting).toHaveCount(0);
  await page.getByRole("button", { name: "Save changes" }).click();
  await sendLater(page).click();
  // High enough that no bar that stays lies over a part of a button.
  await page.setViewportSize({ width: 390, height: 1600 });
  await expectAccessible(page);
  // The next RMA opens only while this one is on the screen.
  await leaveDraft(rmaPage, "RMAs");

  // This tab may be the first to find the gateway.
  await keepNotifications(rmaPage);
  const second = await own.stack({ place: first.place, env: { PORT: new URL(first.url).port } });
  await expect(banner).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Renamed while offline, again");
  const [now] = await callApi<MappingSet[]>(second.upstreamUrl, "/mapping-sets");
  expect(now?.name).toBe("Renamed while offline, again");
  await expect(changesToSend(rmaPage)).toHaveCount(0);
  await expect(rmaPage.getByText(`${rma.rmaNumber} decided: 2 approved`)).toBeVisible();
  await expect(rmaPage).toHaveURL(/\/rmas(?:\?|$)/);
  await rmaPage.goBack();
  await expect(rmaPage.getByRole("main").getByText("Approved", { exact: true })).not.toHaveCount(0);
  expect((await callApi<Rma>(second.upstreamUrl, `/rma/${rma.id}`)).rmaStatus).toBe("Approved");
  await rmaPage.goto(`${first.url}/mapping-rules/${rule!.id}`);
  await expect(rmaPage.getByText("Unsaved changes.")).toBeVisible();
  await openDetails(rmaPage);
  await expect(nameOfRule(rmaPage)).toHaveValue("Named in a closed tab");
  expect(sent.toSorted()).toEqual([`/api/mapping-set/${set!.id}`, `/api/rmas/${rma.id}/items`]);

  // The browser's own connection, without a request.
  await openWatched(page, `${first.url}/mapping-sets/${set!.id}?edit=1`);
  await page.context().setOffline(true);
  await expect(banner).toContainText("You're offline.");
  await name.fill("Renamed once more");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(sendLater(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("You're offline.");
  await expect(page.locator("body")).not.toContainText("gateway");
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
  // Nothing waits for a connection that is back.
  await expect(sendLater(page)).toBeHidden();
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Renamed once more");
});

test("a request that waits long says how long and why", async ({ page, faulty }) => {
  await page.clock.install();
  await openWatched(page, `${faulty.url}/rmas`);
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  faulty.upstream.fail("GET", "/returns", { until: held });
  await page.getByRole("link", { name: "Returns", exact: true }).click();
  await expect.poll(() => faulty.upstream.arrived("GET", "/returns").length).toBeGreaterThan(0);
  await page.clock.fastForward(5_000);
  const banner = page.getByRole("region", { name: "Connection status" });
  await expect(banner).toContainText(
    /^Waiting for \d+ seconds\. The service hasn't answered yet\.$/,
  );
  release();
  await expect(banner).toBeHidden();
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
});
