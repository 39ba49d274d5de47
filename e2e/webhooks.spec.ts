import type { Page } from "@playwright/test";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
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

const editButton = (page: Page) => page.getByRole("button", { name: "Edit" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();

const keepTyped = async (page: Page) => {
  await editButton(page).click();
  await expect(address(page)).toBeFocused();
  await address(page).fill("https://hooks.example/typed?key=t0ken");
  await page.reload();
  await expect(address(page)).toHaveValue("https://hooks.example/typed?key=t0ken");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain("t0ken");
  expect(kept).not.toContain("s3cret");
};

const changeFields = async (page: Page) => {
  await event(page, imported).check();
  await expect(page.getByText("will be added")).toBeVisible();
  await event(page, processing).uncheck();
  await expect(page.getByText("will be removed")).toBeVisible();
  await address(page).fill("ftp://hooks.example");
  await expect(address(page)).toHaveAccessibleDescription(
    /Enter an address that starts with https/,
  );
  await address(page).fill("http://hooks.example/new");
  await expect(page.getByText("HTTP isn't encrypted")).toBeVisible();
  await expectAccessible(page);
  await save(page);
  await expect(editButton(page)).toBeFocused();
};

const mergeChanges = async (page: Page, api: Api, hook: WebhookConfiguration) => {
  await editButton(page).click();
  await address(page).fill("https://hooks.example/mine");
  const webhookUrl = "http://hooks.example/new";
  await api(`/webhhok/configurations/${hook.id}`, {
    method: "PATCH",
    body: { webhookUrl, subscribedEvents: [processing, imported] },
  });
  await save(page);
  await expect(page.getByText("Conflict: this webhook has changed")).toBeVisible();
  await expectAccessible(page);
  expect((await read(api, hook)).webhookUrl).toBe(webhookUrl);
  await page.getByRole("button", { name: "Continue" }).click();
  await save(page);
  await expect(editButton(page)).toBeVisible();
  const saved = await read(api, hook);
  expect(saved.webhookUrl).toBe("https://hooks.example/mine");
  expect(saved.subscribedEvents.toSorted()).toEqual([processing, imported]);
};

const disable = async (page: Page, api: Api, hook: WebhookConfiguration) => {
  await page.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog", { name: `Disable ${hook.configurationName}?` });
  await expect(dialog.getByText(`${processing} of`)).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Go back" }).click();
  expect((await read(api, hook)).status).toBe("active");
  await page.getByRole("button", { name: "Disable" }).click();
  await dialog.getByRole("button", { name: "Disable webhook" }).click();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  await expect(editButton(page)).toBeFocused();
};

const deleteByKeyboard = async (page: Page, api: Api, hook: WebhookConfiguration) => {
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Go back" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect((await read(api, hook)).status).toBe("disabled");
  await page.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Enable again" })).toBeVisible();
  expect((await read(api, hook)).status).toBe("deleted");
};

test("a webhook is edited across a reload and another user's change, disabled, and deleted by keyboard only", async ({
  page,
  api,
  stack,
}) => {
  const hook = await newConfiguration(api, "Edited by a person");
  const patches = recordPatches(page);
  await page.goto(`${stack.url}/webhooks`);
  await page.getByRole("link", { name: hook.configurationName }).click();
  await test.step("typed text survives a reload and is kept in this tab only", () =>
    keepTyped(page));
  await test.step("address and events are changed, and additions and removals are shown", async () => {
    await changeFields(page);
    const webhookUrl = "http://hooks.example/new";
    expect(patches.splice(0)).toEqual([{ webhookUrl, subscribedEvents: [imported] }]);
    expect(await read(api, hook)).toMatchObject({
      webhookUrl,
      subscribedEvents: [imported],
      status: "active",
    });
  });
  await test.step("another user's change is shown beside one's own, and no event is lost", () =>
    mergeChanges(page, api, hook));
  await test.step("disabling asks first, lists what stops, and sends the current address and events", async () => {
    patches.splice(0);
    const { webhookUrl, subscribedEvents } = await read(api, hook);
    await disable(page, api, hook);
    expect(patches).toEqual([{ webhookUrl, subscribedEvents, status: "disabled" }]);
  });
  await test.step("deleting by keyboard only asks first", () => deleteByKeyboard(page, api, hook));
});

test("a new webhook is checked field by field and then created", async ({ page, api, stack }) => {
  await page.goto(`${stack.url}/webhooks`);
  await page.getByRole("link", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Enter a name")).toBeVisible();
  await expect(page.getByText("Select a source or channel")).toBeVisible();
  await expect(page.getByText("Select at least one event")).toBeVisible();
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
  const question = page.getByRole("dialog", { name: "Rotate signing secret?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Rotate secret" }).click();
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

test("fault 30: a webhook whose creation had no response is found after a reload, and not created twice", async ({
  page,
  api,
  faulty,
}) => {
  const path = "/webhhok/configurations";
  const name = "Made without a response";
  await page.goto(`${faulty.url}/webhooks?new=1`);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("radio", { name: "A channel" }).check();
  const [channel] = await api<{ name: string }[]>("/channel/");
  await page.getByRole("combobox", { name: "Channel" }).focus();
  await page.keyboard.type(channel!.name);
  await expect(page.getByRole("option", { name: channel!.name })).toBeVisible();
  await page.keyboard.press("Enter");
  await address(page).fill("https://hooks.example/unanswered");
  await event(page, imported).check();
  faulty.upstream.fail("POST", path, "lost answer");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("The webhook may have been created")).toBeVisible();
  await expect(address(page)).toHaveValue("https://hooks.example/unanswered");
  await expect(address(page)).not.toBeEditable();
  await expect(page.getByText("Check the status first")).toBeVisible();
  await expectAccessible(page);
  // The next page checks by itself.
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const all = await api<WebhookConfiguration[]>(path);
  expect(all.filter(({ configurationName }) => configurationName === name)).toHaveLength(1);
  await page.goto(`${faulty.url}/webhooks?new=1`);
  await expect(address(page)).toHaveValue("");
  await expect(page.getByText("Save status unknown")).toBeHidden();
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
  await expect(page.getByText("The service can't load webhooks")).toBeVisible();
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
