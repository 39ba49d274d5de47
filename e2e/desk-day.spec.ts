import type { Locator, Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { PurchaseOrder } from "#contract/purchase-orders.ts";
import type { Rma } from "#contract/rmas.ts";
import { createPerson } from "./bench/tasks/person.ts";
import { addRmas } from "./support/add-rmas.ts";
import { findFailedDelivery } from "./support/find-failed-delivery.ts";
import { pressTo } from "./support/press-to.ts";
import { createRuleRequest, findRowForm, findRows, post } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";
import { whenKeysHeard } from "./support/when-keys-heard.ts";

const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("heading", { level: 1, name });
const active = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Search" }).getByRole("option", { selected: true });
const opened = (page: Page): Locator =>
  page.locator("#main").getByRole("heading", { level: 2 }).first();

test("a day of work is done by keyboard alone", async ({ page, stack, api }) => {
  const { act, press, type, choose } = createPerson(page, "keyboard");
  const { rmas, remove } = await addRmas(stack, 9005, 3);
  const [first, second, third] = rmas as [Rma, Rma, Rma];
  const orders = await api<PurchaseOrder[]>(
    "/purchase-orders?filterStatus=unprocessed&filterPageSize=50",
  );
  const order = orders.find(({ sourceId }) => Number(sourceId) > 3) ?? orders[0]!;
  const sources = await api<{ id: number; name: string }[]>("/sources");
  const source = sources.find(({ id }) => id === order.sourceId)!.name;
  const rule = await post(api, createRuleRequest("Rule of a day", [["lamp"]]));
  const failure = await findFailedDelivery(api);
  const goTo = async (text: string, option: string | RegExp = new RegExp(text, "i")) => {
    await press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("combobox")).toBeFocused();
    await type(text);
    await expect(active(page)).toContainText(option);
    await press("Enter");
  };

  // A number of the overview leads to its list.
  await page.goto(stack.url);
  await whenKeysHeard(page);
  await expect(page.getByText(/RMAs are waiting for a decision/)).toBeVisible();
  const late = page.getByRole("link", { name: /^Orders to be received \d+$/ });
  await act(late);
  await expect(page).toHaveURL(/purchase-orders\?filterStatus=processing/);

  // The queue: approve all and next, deny a line with a reason, undo.
  await goTo("rma queue", "RMA queue");
  await expect(opened(page)).toHaveText(first.rmaNumber!);
  await press("a");
  await expect(page.locator(".queue-save")).toBeFocused();
  await press("Enter");
  await expect(opened(page)).toHaveText(second.rmaNumber!);
  await press("r");
  await expect(page.getByRole("combobox", { name: /^Reason, / })).toBeFocused();
  await press("Control+a");
  await type("Opened by the customer");
  await press("Escape");
  await press("d");
  await press("u");
  await expect(page.getByLabel(/^Deny, /)).not.toHaveValue("2");
  await press("d");
  await expect(page.locator(".queue-save")).toContainText("Save and close as Denied");
  await press("Control+Enter");
  await expect(page.locator(".queue-save")).toBeFocused();
  await press("Enter");
  await expect(opened(page)).toHaveText(third.rmaNumber!);
  // An action of the screen, from the palette.
  await goTo("approve all", "Approve all remaining");
  await expect(page.locator(".queue-save")).toBeFocused();
  await press("Enter");
  await expect(opened(page)).not.toHaveText(third.rmaNumber!);
  await expect
    .poll(async () =>
      Promise.all(rmas.map(async ({ id }) => (await api<Rma>(`/rma/${id}`)).rmaStatus)),
    )
    .toEqual(["Approved", "Denied", "Approved"]);
  const denied = await api<Rma>(`/rma/${second.id}`);
  expect(denied.items[0]?.returnReason).toBe("Opened by the customer");

  // An order is moved to Processing, and received.
  await goTo(`order ${order.purchaseOrderNumber}`, order.purchaseOrderNumber!);
  await expect(heading(page, order.purchaseOrderNumber!)).toBeFocused();
  await goTo("move to processing", "Move to Processing");
  await act(page.getByRole("dialog").getByRole("button", { name: "Move to Processing" }));
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Move to Processing" })).toBeHidden();
  await goTo("received orders");
  await expect(heading(page, "Received orders")).toBeFocused();
  await choose(page.getByRole("combobox", { name: "Source" }), source);
  await act(page.getByRole("button", { name: "Receive orders" }));
  await act(page.getByRole("dialog").getByRole("button", { name: "Receive" }));
  await expect(heading(page, /^Batch of /)).toBeVisible();
  await expect(page.getByRole("link", { name: order.purchaseOrderNumber! })).toBeVisible();

  // A rule is edited and saved.
  await goTo(`rule id ${rule.id}`, `Mapping rule ID ${rule.id}`);
  await expect(heading(page, "Rule of a day")).toBeVisible();
  await act(findRows(page).filter({ hasText: "“lamp”" }));
  await act(findRowForm(page).getByRole("textbox", { name: "Text" }), "Control+a");
  await type("chair");
  await press("Escape");
  await act(page.getByRole("button", { name: /^Review/ }));
  await act(page.getByRole("dialog").getByRole("button", { name: /^Save/ }));
  await expect
    .poll(async () => {
      const [saved] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${rule.id}`);
      return JSON.stringify(saved).includes('"condition":"chair"');
    })
    .toBe(true);

  await expect(page.getByRole("dialog")).toBeHidden();

  // A failed event is sent again.
  await goTo(`webhook id ${failure.id}`, `Webhook ID ${failure.id}`);
  const tab = page.getByRole("link", { name: /^Failed at receiver/ });
  await act(tab);
  const subject = failure.failed.eventKey!.replace("fulfillment_request:", "Purchase order ");
  const tick = page
    .getByRole("checkbox", { name: `Select ${subject.replace("order:", "Order ")}` })
    .first();
  await act(tick, "Space");
  await act(page.getByRole("button", { name: "Send again…" }));
  await act(page.getByRole("dialog").getByRole("button", { name: "Send again" }));
  await expect(page.getByRole("dialog", { name: "Sent 1 event again" })).toBeVisible();
  await press("Escape");

  // Settings.
  await goTo("settings");
  await expect(heading(page, "Settings")).toBeFocused();
  const density = page.getByRole("main").getByRole("radiogroup", { name: "Density" });
  const chosen = density.getByRole("radio", { checked: true });
  await pressTo(page, chosen);
  await press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
  await remove();
});
