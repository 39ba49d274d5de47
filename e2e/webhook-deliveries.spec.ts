import type { Page } from "@playwright/test";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { findFailedDelivery } from "./support/find-failed-delivery.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";

/** What an event is about, as the log names it. */
const nameOf = ({ eventKey }: WebhookEventLog): string =>
  eventKey!.replace("fulfillment_request:", "Purchase order ").replace("order:", "Order ");

/** Selects an event in the log, and sends it again. */
const sendAgain = async (page: Page, event: WebhookEventLog): Promise<void> => {
  await page
    .getByRole("checkbox", { name: `Select ${nameOf(event)}` })
    .first()
    .check();
  await page.getByRole("button", { name: "Send again…" }).click();
  await page
    .getByRole("dialog", { name: "Send this event again?" })
    .getByRole("button", { name: "Send again" })
    .click();
};

test("a failed delivery is found in the log, viewed and sent again", async ({
  page,
  api,
  stack,
}) => {
  const { id, failed } = await findFailedDelivery(api);
  await page.goto(`${stack.url}/webhooks/${id}`);
  await page.getByRole("link", { name: "Failed at receiver" }).click();
  await page
    .getByRole("link", { name: nameOf(failed), exact: true })
    .first()
    .click();
  const details = page.getByRole("dialog", { name: nameOf(failed) });
  await expect(details.getByText(String(failed.statusCode), { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await details.getByRole("button", { name: "Close" }).click();
  await sendAgain(page, failed);
  const results = page.getByRole("dialog", { name: "Sent 1 event again" });
  await expect(results.getByText("0 delivered, 1 failed, 0 waiting")).toBeVisible();
  await expect(results.getByText("is reserved for examples")).toBeVisible();
  await expectAccessible(page);
  await results.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "Deliveries", exact: true })).toBeFocused();
  const path = `/webhook/configurations/${id}/event-logs?ids=${failed.id}`;
  const countRetries = async () => (await api<WebhookEventLog[]>(path))[0]?.manualRetryCount;
  expect(await countRetries()).toBe((failed.manualRetryCount ?? 0) + 1);
  // The attempt, and what was sent.
  await navigateTo(page, `/webhooks/${id}?event=${failed.id}&delivery=internal_failure`);
  await details.getByText("Not sent", { exact: true }).click();
  await expect(details.getByText(/^https:.*\/events$/)).toBeVisible();
  await expect(details.getByRole("region", { name: "Payload" })).toContainText('"type": "');
  await expectAccessible(page);
  await details.getByRole("button", { name: "Close" }).click();
  // When it is sent again, its new result is read.
  const read = page.waitForRequest((request) => request.url().includes(`ids=${failed.id}`));
  await sendAgain(page, failed);
  await read;
  await expect(results.getByText("0 delivered, 1 failed, 0 waiting")).toBeVisible();
  await results.getByRole("button", { name: "Close" }).click();
  expect(await countRetries()).toBe((failed.manualRetryCount ?? 0) + 2);
  // A link to an event of another tab loads it; one that the log doesn't have is reported.
  await navigateTo(page, `/webhooks/${id}?event=${failed.id}&delivery=processing`);
  await expect(details.getByRole("region", { name: "Payload" })).toBeVisible();
  await details.getByRole("button", { name: "Close" }).click();
  await navigateTo(page, `/webhooks/${id}?event=987654321&delivery=internal_failure`);
  const missing = page.getByRole("dialog", { name: "Event 987654321" });
  await expect(missing.getByRole("heading", { name: "Event not found" })).toBeVisible();
  await expectAccessible(page);
  await missing.getByRole("button", { name: "Close" }).click();
  await expect(missing).toBeHidden();
  // All failed deliveries of the tab; the picture of the days has a table. The tab may have been read during the second try.
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Send failed events again…" }).click();
  await expect(
    page.getByRole("dialog", { name: /^Send (this|\d+) events? again\?$/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: "Deliveries by day" }).getByRole("row")).toHaveCount(
    15,
  );
});

/** The webhook is shown as disabled. */
const showDisabled = (page: Page, id: number) =>
  page.route(`**/api/webhhok/configurations/${id}`, async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as WebhookConfiguration;
    await route.fulfill({ response, json: { ...record, status: "disabled" } });
  });

test("sending again to a disabled webhook promises no delivery, and an upstream that has only the delivery log is reported", async ({
  page,
  api,
  stack,
}) => {
  const { id, failed } = await findFailedDelivery(api);
  await test.step("sending again to a disabled webhook promises no delivery", async () => {
    await showDisabled(page, id);
    await page.goto(`${stack.url}/webhooks/${id}?delivery=external_failure&event=${failed.id}`);
    await expect(page.getByRole("region", { name: "Payload" })).toBeVisible();
    await page.getByRole("button", { name: "Send again…" }).click();
    const asked = page.getByRole("dialog", { name: "Send this event again?" });
    await expect(asked).toContainText("may not be delivered until you enable it");
    await expect(asked).not.toContainText("will be sent");
  });
  await test.step("the days are counted from the log, and sending again is reported", async () => {
    await page.unrouteAll();
    for (const path of ["event/retry", "daily-counts*", "event/*/attempts"])
      await page.route(`**/api/webhook/${path}`, (route) =>
        route.fulfill({ status: 405, contentType: "application/problem+json", body: "{}" }),
      );
    await page.reload();
    await expect(page.getByText("doesn't offer the payload and the attempts")).toBeVisible();
    await expect(page.getByRole("region", { name: "Last 14 days" })).toContainText(
      /[1-9]\d* failed/,
    );
    await page.getByRole("button", { name: "Send again…" }).click();
    await page.getByRole("button", { name: "Send again", exact: true }).click();
    await expect(page.getByText("The service can't send events again")).toBeVisible();
  });
});
