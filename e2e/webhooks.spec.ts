import type { Page } from "@playwright/test";
import type { WebhookConfiguration, WebhookEventLog } from "#contract/webhooks.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { findFailedDelivery } from "./support/find-failed-delivery.ts";
import { expect, test } from "./support/test.ts";
import type { Api } from "./support/call-api.ts";

const [processing, imported] = ["FulfillmentRequestProcessingEvent", "OrderImportedEvent"] as const;

/** A configuration for one test, bound to source 1. */
const newConfiguration = (api: Api, name: string): Promise<WebhookConfiguration> =>
  api("/webhhok/configurations", {
    method: "POST",
    body: {
      configurationName: name,
      sourceId: 1,
      webhookUrl: "https://hooks.example/in?key=s3cret",
      subscribedEvents: [processing],
      status: "active",
    },
  });

const read = (api: Api, { id }: WebhookConfiguration): Promise<WebhookConfiguration> =>
  api(`/webhhok/configurations/${id}`);

const address = (page: Page) => page.getByRole("textbox", { name: "Address" });
const event = (page: Page, name: string) => page.getByRole("checkbox", { name });

const recordPatches = (page: Page): unknown[] => {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") bodies.push(request.postDataJSON());
  });
  return bodies;
};

// The last file of a run: undivided, it would leave the other workers without work.
test.describe.configure({ mode: "parallel" });

test("a webhook's address and events are changed, and additions and removals are shown", async ({
  page,
  api,
  stack,
}) => {
  const hook = await newConfiguration(api, "Edited by a person");
  const patches = recordPatches(page);
  await page.goto(stack.url);
  await page.getByRole("navigation").getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("link", { name: hook.configurationName }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(address(page)).toBeFocused();
  await event(page, imported).check();
  await expect(page.getByText("will be added")).toBeVisible();
  await event(page, processing).uncheck();
  await expect(page.getByText("will be removed")).toBeVisible();
  await address(page).fill("ftp://hooks.example");
  await expect(address(page)).toHaveAccessibleDescription(
    /Enter an address that starts with https/,
  );
  await address(page).fill("http://hooks.example/new");
  await expect(page.getByText("http isn't encrypted")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
  expect(patches).toEqual([
    { webhookUrl: "http://hooks.example/new", subscribedEvents: [imported] },
  ]);
  expect(await read(api, hook)).toMatchObject({
    webhookUrl: "http://hooks.example/new",
    subscribedEvents: [imported],
    status: "active",
  });
});

test("disabling asks first, lists what stops, and sends the current address and events", async ({
  page,
  api,
  stack,
}) => {
  const hook = await newConfiguration(api, "To be disabled");
  const patches = recordPatches(page);
  await page.goto(`${stack.url}/webhooks/${hook.id}`);
  await page.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog", { name: "Disable To be disabled?" });
  await expect(dialog.getByText(`${processing} of`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Go back" }).click();
  expect((await read(api, hook)).status).toBe("active");
  await page.getByRole("button", { name: "Disable" }).click();
  await dialog.getByRole("button", { name: "Disable webhook" }).click();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
  expect(patches).toEqual([
    { webhookUrl: hook.webhookUrl, subscribedEvents: [processing], status: "disabled" },
  ]);
});

test("deleting by keyboard only asks first", async ({ page, api, stack }) => {
  const hook = await newConfiguration(api, "To be deleted");
  await page.goto(`${stack.url}/webhooks/${hook.id}`);
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Go back" })).toBeFocused();
  await page.keyboard.press("Escape");
  expect((await read(api, hook)).status).toBe("active");
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Enable again" })).toBeVisible();
  expect((await read(api, hook)).status).toBe("deleted");
});

test("another user's change is shown beside one's own, and no event is lost", async ({
  page,
  api,
  stack,
}) => {
  const hook = await newConfiguration(api, "Changed by two");
  await page.goto(`${stack.url}/webhooks/${hook.id}?edit=1`);
  await address(page).fill("https://hooks.example/mine");
  await api(`/webhhok/configurations/${hook.id}`, {
    method: "PATCH",
    body: { webhookUrl: hook.webhookUrl, subscribedEvents: [processing, imported] },
  });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Conflict: this webhook has changed")).toBeVisible();
  expect((await read(api, hook)).webhookUrl).toBe(hook.webhookUrl);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
  const saved = await read(api, hook);
  expect(saved.webhookUrl).toBe("https://hooks.example/mine");
  expect(saved.subscribedEvents.toSorted()).toEqual([processing, imported]);
});

test("typed text survives a reload and is kept in this tab only", async ({ page, api, stack }) => {
  const hook = await newConfiguration(api, "Half typed");
  await page.goto(`${stack.url}/webhooks/${hook.id}?edit=1`);
  await address(page).fill("https://hooks.example/typed?key=t0ken");
  await page.reload();
  await expect(address(page)).toHaveValue("https://hooks.example/typed?key=t0ken");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain("t0ken");
  expect(kept).not.toContain("s3cret");
});

test("a failed delivery is found in the log, viewed and sent again", async ({
  page,
  api,
  stack,
}) => {
  const { id, failed } = await findFailedDelivery(api);
  await page.goto(`${stack.url}/webhooks/${id}`);
  await page.getByRole("link", { name: "External failure" }).click();
  await page.getByRole("link", { name: failed.eventKey! }).first().click();
  const details = page.getByRole("dialog", { name: failed.eventKey! });
  await expect(details.getByText(String(failed.statusCode), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await details.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("checkbox", { name: `Select ${failed.eventKey}` })
    .first()
    .check();
  await page.getByRole("button", { name: "Send again…" }).click();
  await page
    .getByRole("dialog", { name: "Send this event again?" })
    .getByRole("button", { name: "Send again" })
    .click();
  const results = page.getByRole("dialog", { name: "Sent 1 event again" });
  await expect(results.getByText("0 delivered, 1 failed, 0 waiting")).toBeVisible();
  await expect(results.getByText("is reserved for examples")).toBeVisible();
  await expectAccessible(page);
  await results.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { name: "Deliveries", exact: true })).toBeFocused();
  const path = `/webhook/configurations/${id}/event-logs?ids=${failed.id}`;
  expect(await api<WebhookEventLog[]>(path)).toMatchObject([
    { status: "internal_failure", manualRetryCount: (failed.manualRetryCount ?? 0) + 1 },
  ]);
  // The attempt, and what was sent.
  await page.goto(`${stack.url}/webhooks/${id}?event=${failed.id}&delivery=internal_failure`);
  await details.getByText("Not sent", { exact: true }).click();
  await expect(details.getByText(/^https:.*\/events$/)).toBeVisible();
  await expect(details.getByRole("region", { name: "Payload" })).toContainText('"type": "');
  await expectAccessible(page);
  await details.getByRole("button", { name: "Close" }).click();
  // All failed deliveries of the tab; the picture of the days has a table.
  await page.getByRole("button", { name: "Send failed events again…" }).click();
  await expect(
    page.getByRole("dialog", { name: /^Send (this|\d+) events? again\?$/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: "Deliveries by day" }).getByRole("row")).toHaveCount(
    15,
  );
});

test("sending again to a disabled webhook promises no delivery", async ({ page, api, stack }) => {
  const { id, failed } = await findFailedDelivery(api);
  await page.route(`**/api/webhhok/configurations/${id}`, async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as WebhookConfiguration;
    await route.fulfill({ response, json: { ...record, status: "disabled" } });
  });
  await page.goto(`${stack.url}/webhooks/${id}?delivery=external_failure&event=${failed.id}`);
  await expect(page.getByRole("region", { name: "Payload" })).toBeVisible();
  await page.getByRole("button", { name: "Send again…" }).click();
  const asked = page.getByRole("dialog", { name: "Send this event again?" });
  await expect(asked).toContainText("may not be delivered until you enable it");
  await expect(asked).not.toContainText("will be sent");
});

test("an upstream that has only the delivery log: its days are counted, and sending again is reported", async ({
  page,
  api,
  stack,
}) => {
  const { id, failed } = await findFailedDelivery(api);
  for (const path of ["event/retry", "daily-counts*", "event/*/attempts"])
    await page.route(`**/api/webhook/${path}`, (route) =>
      route.fulfill({ status: 405, contentType: "application/problem+json", body: "{}" }),
    );
  await page.goto(`${stack.url}/webhooks/${id}?delivery=external_failure&event=${failed.id}`);
  await expect(page.getByText("doesn't offer the payload and the attempts")).toBeVisible();
  // The days are counted from the log instead.
  await expect(page.getByRole("region", { name: "Last 14 days" })).toContainText(/[1-9]\d* failed/);
  await page.getByRole("button", { name: "Send again…" }).click();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  await expect(page.getByText("The API can't send events again")).toBeVisible();
});

test("a new webhook is checked field by field and then created", async ({ page, api, stack }) => {
  await page.goto(`${stack.url}/webhooks`);
  await page.getByRole("link", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Enter a name")).toBeVisible();
  await expect(page.getByText("Select a source or channel")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Made in a browser");
  await page.getByRole("radio", { name: "A channel" }).check();
  const [channel] = await api<{ name: string }[]>("/channel/");
  await page.getByRole("combobox", { name: "Channel" }).focus();
  await page.keyboard.type(channel!.name);
  await expect(page.getByRole("option", { name: channel!.name })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Select a source or channel")).toBeHidden();
  await address(page).fill("https://exa mple.com");
  await expect(address(page)).toHaveAccessibleDescription(/Enter a full address/);
  await address(page).fill("https://hooks.example/made");
  await event(page, imported).check();
  await page.reload();
  await expect(address(page)).toHaveValue("https://hooks.example/made");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const shown = page.getByRole("dialog", { name: "Signing secret of Made in a browser" });
  const secret = shown.getByText(/^whsec_/);
  await expect(secret).toBeVisible();
  await expectAccessible(page);
  const first = await secret.textContent();
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Made in a browser" })).toBeVisible();
  await page.getByRole("button", { name: "Rotate secret…" }).click();
  await page
    .getByRole("dialog", { name: "Rotate signing secret?" })
    .getByRole("button", { name: "Rotate secret" })
    .click();
  await expect(secret).toBeVisible();
  await expect(secret).not.toHaveText(first!);
  await expect(shown.getByText("signed with the previous secret too until")).toBeVisible();
  await shown.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("hooks.example is reserved for examples")).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain("whsec_");
  const made = (await api<WebhookConfiguration[]>("/webhhok/configurations")).find(
    ({ configurationName }) => configurationName === "Made in a browser",
  );
  expect(made).toMatchObject({
    webhookUrl: "https://hooks.example/made",
    subscribedEvents: [imported],
    status: "active",
  });
  expect(made?.channelId).toBeGreaterThan(0);
});

test("with an upstream that cannot load a webhook, that is reported, and the webhook is replaced as entered", async ({
  page,
  api,
  documentedOnly,
}) => {
  const hook = await newConfiguration(api, "Unseen");
  await page.goto(`${documentedOnly.url}/webhooks`);
  await page.getByRole("textbox", { name: "Webhook ID" }).fill(String(hook.id));
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByText("The API can't load webhooks")).toBeVisible();
  await expect(address(page)).toHaveValue("");
  await address(page).fill("https://hooks.example/blind");
  await event(page, imported).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Replace configuration" }).click();
  await page
    .getByRole("dialog", { name: "Replace configuration?" })
    .getByRole("button", { name: "Replace configuration" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Unseen" })).toBeVisible();
  await expect(page.getByText("https://hooks.example/blind", { exact: true })).toBeVisible();
  expect(await read(api, hook)).toMatchObject({
    webhookUrl: "https://hooks.example/blind",
    subscribedEvents: [imported],
    status: "active",
  });
  // After a reload the response is gone, and the remembered fields are offered instead.
  await page.reload();
  await expect(page.getByText("Last seen in this browser")).toBeVisible();
  await expect(address(page)).toHaveValue("");
  await page.getByRole("button", { name: "Select these events" }).click();
  await expect(event(page, imported)).toBeChecked();
});
