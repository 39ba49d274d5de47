import { expect, type Page } from "@playwright/test";
import type { MappingSet } from "#contract/mapping-sets.ts";
import type { WebhookEventLog } from "#contract/webhooks.ts";
import { findFailedDelivery } from "#e2e/support/find-failed-delivery.ts";
import { findEditor, findRowForm } from "#e2e/support/rule-builder.ts";
import type { Person } from "./person.ts";
import type { Task } from "./task.ts";

/** Selects an option in a picker of the open row, which has the focus if it is the first control. */
const pick = async ({ page, way, act, type, press }: Person, name: RegExp, choice: string) => {
  const field = findRowForm(page).getByRole("combobox", { name }).first();
  if (way === "mouse") await act(field);
  else if (!(await field.evaluate((element) => element === document.activeElement)))
    await act(field, "ArrowDown");
  await type(choice);
  await press("Enter");
};

const newRule: Task = {
  name: "new rule: one condition, one action, create",
  before: "21 keys a condition; 2 clicks to create",
  prepare: async ({ page }) => {
    await page.goto("/mapping-rules/new", { waitUntil: "networkidle" });
    await expect(findEditor(page)).toBeVisible();
  },
  run: async (person) => {
    const { page, way, act, open, fill, press, choose, type } = person;
    await fill(page.getByRole("textbox", { name: "Name", exact: true }), `By ${way}`);
    await choose(page.getByRole("combobox", { name: "Event" }), "Product import");
    await choose(page.getByRole("combobox", { name: "Data type" }), "Text");
    await act(findEditor(page).locator("[data-part-kind=condition]").first());
    await type("product title");
    await press("Enter");
    await fill(findRowForm(page).getByRole("textbox", { name: "Text" }), "lamp");
    await press("Enter");
    await open(findEditor(page).locator("[data-part-kind=action]").first());
    await type("brand");
    await press("Enter");
    await pick(person, /^Action$/, "uppercase");
    await press("Enter");
    await act(page.getByRole("button", { name: "Review and create" }));
    await act(page.getByRole("dialog").getByRole("button", { name: "Create" }));
    await expect(page).toHaveURL(/\/mapping-rules\/\d+$/);
  },
};

const rows = ["EICHE\tOak", "BUCHE\tBeech", "ESCHE\tAsh"];
const pasteRows: Task = {
  name: "paste 3 rows into a set, save",
  before: "1-3 clicks",
  prepare: async ({ page }, api, turn) => {
    const sets = (await api<MappingSet[]>("/mapping-sets")).filter(
      (set) => !set.exclusionListForSourceId,
    );
    await page.goto(`/mapping-sets/${sets[turn]?.id}`, { waitUntil: "networkidle" });
  },
  run: async ({ page, act, paste }) => {
    await act(page.getByRole("button", { name: "Add item" }));
    await paste(rows.join("\r\n"));
    await act(page.getByRole("button", { name: "Save 3 items" }));
    await expect(page.getByText("3 items saved").first()).toBeVisible();
  },
};

const address = (page: Page) => page.getByRole("textbox", { name: "Address" });

let source: { name: string } | undefined;
const createWebhook: Task = {
  name: "webhook: create",
  before: "1-3 clicks + text",
  prepare: async ({ page }, api) => {
    [source] = await api<{ name: string }[]>("/sources");
    await page.goto("/webhooks?new=1", { waitUntil: "networkidle" });
  },
  run: async ({ page, way, act, fill, choose }) => {
    await fill(page.getByRole("textbox", { name: "Name" }), `Made by ${way}`);
    await choose(page.getByRole("combobox", { name: "Source" }), source?.name ?? "");
    await fill(address(page), "https://hooks.example/made");
    await act(page.getByRole("checkbox", { name: "OrderImportedEvent" }), "Space");
    await act(page.getByRole("button", { name: "Create webhook" }));
    await act(page.getByRole("dialog").getByRole("button", { name: "Close" }));
    await expect(page.getByRole("heading", { level: 1, name: `Made by ${way}` })).toBeVisible();
  },
};

const editWebhook: Task = {
  name: "webhook: another address",
  before: "1-3 clicks + text",
  prepare: async ({ page }, api) => {
    await page.goto(`/webhooks/${(await findFailedDelivery(api)).id}`, {
      waitUntil: "networkidle",
    });
  },
  run: async ({ page, way, act, fill, press }) => {
    await act(page.getByRole("button", { name: "Edit", exact: true }));
    await fill(address(page), `https://hooks.example/${way}`);
    if (way === "mouse") await act(page.getByRole("button", { name: "Save changes" }));
    else await press("Enter");
    await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
  },
};

let failure: WebhookEventLog | undefined;
const resend: Task = {
  name: "webhook: send a failed event again",
  before: "1-3 clicks",
  prepare: async ({ page }, api) => {
    const { id, failed } = await findFailedDelivery(api);
    failure = failed;
    const list = `/webhooks/${id}?delivery=external_failure`;
    await page.goto(list, { waitUntil: "networkidle" });
  },
  run: async ({ page, way, act, press }) => {
    const tick = page.getByRole("checkbox", { name: `Select ${failure?.eventKey}` }).first();
    if (way === "mouse") await act(tick);
    else {
      await press("j");
      await press("x");
    }
    await act(page.getByRole("button", { name: "Send again…" }));
    await act(page.getByRole("dialog").getByRole("button", { name: "Send again" }));
    await expect(page.getByRole("dialog", { name: "Sent 1 event again" })).toBeVisible();
  },
};

const disableWebhook: Task = {
  name: "webhook: disable",
  before: "1-3 clicks",
  prepare: editWebhook.prepare,
  run: async ({ page, act }) => {
    await act(page.getByRole("button", { name: "Disable" }));
    await act(page.getByRole("dialog").getByRole("button", { name: "Disable webhook" }));
    await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  },
};

export const dataTasks = [newRule, pasteRows, createWebhook, editWebhook, resend, disableWebhook];
