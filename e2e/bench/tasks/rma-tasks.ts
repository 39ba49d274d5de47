import { expect, type Page } from "@playwright/test";
import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import type { Task } from "./task.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const lines = (page: Page) => page.getByRole("region", { name: "Lines" }).getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog");

const hasLines = ({ items }: Rma): boolean =>
  items.length >= 2 && items.every((item) => (item.quantity ?? 0) > 0);

const decideLines: Task = {
  name: "approve one RMA line, deny another, note, save",
  before: "5 clicks + text",
  prepare: async ({ page }, api, turn) => {
    const rma = (await api<Rma[]>("/rma?status=Waiting&pageSize=50")).filter(hasLines)[turn];
    await page.goto(`/rmas/${rma?.id}`, { waitUntil: "networkidle" });
    await expect(lines(page).nth(1)).toBeVisible();
  },
  run: async ({ page, way, act, press, fill }) => {
    const [first, second] = [lines(page).nth(0), lines(page).nth(1)];
    if (way === "mouse") {
      await act(first.getByRole("button", { name: /^Approve all of/ }));
      await act(second.getByRole("button", { name: /^Deny all of/ }));
    } else for (const key of ["j", "a", "j", "d"]) await press(key);
    await act(second.getByRole("button", { name: /^Details of/ }));
    await fill(second.getByRole("combobox", { name: /^Note/ }), "Box damaged");
    if (way === "mouse") await act(page.getByRole("button", { name: "Save 2 lines" }));
    else await press("Control+Enter");
    const closes = dialog(page).getByRole("button", { name: "Save and close" });
    const saved = page.getByText(/saved: 2 lines/).first();
    await expect(closes.or(saved).first()).toBeVisible();
    if (await closes.isVisible())
      if (way === "mouse") await act(closes);
      else await press("Enter");
    await expect(saved).toBeVisible();
  },
};

const approveAllAndNext: Task = {
  name: "approve all, go to the next RMA",
  before: "5 clicks; 12 keys, 42 with four lines",
  most: { clicks: 2, keys: 2 },
  prepare: async ({ page }) => {
    await page.goto("/rmas?status=Waiting");
    await page.getByRole("grid", { name: "RMAs" }).locator("[data-row-link]").first().click();
    const queue = page.getByRole("navigation", { name: "RMA list" });
    await expect(queue).toContainText(/^1 of \d+/);
    await expect(heading(page)).toHaveText(/^RMA-/);
    await expect(heading(page)).toBeFocused();
  },
  run: async ({ page, way, act, press }) => {
    const before = await heading(page).textContent();
    if (way === "mouse") await act(page.getByRole("button", { name: "Approve all and next" }));
    else await press("Control+Shift+Enter");
    await expect(dialog(page)).toContainText("Credit total");
    if (way === "mouse") await act(dialog(page).getByRole("button", { name: "Save and close" }));
    else await press("Enter");
    await expect(heading(page)).not.toHaveText(before ?? "");
    await expect(page.getByText(/saved: \d+ lines?/).first()).toBeVisible();
  },
};

const closeReturn: Task = {
  name: "return: close, adjust, back",
  before: "5 clicks",
  prepare: async ({ page }, api) => {
    const [open] = await api<ReturnModel[]>("/returns?status=open&pageSize=50");
    await page.goto("/returns?status=open");
    await page.getByRole("link", { name: open?.returnNumber ?? "" }).click();
    await expect(page.getByRole("textbox", { name: "Refund adjustment" })).toBeVisible();
  },
  run: async ({ page, way, act, press, fill, back }) => {
    if (way === "mouse") await act(page.getByRole("radio", { name: "Closed" }));
    else await act(page.getByRole("radio", { name: "Open" }), "ArrowRight");
    await expect(page.getByRole("radio", { name: "Closed" })).toBeChecked();
    await fill(page.getByRole("textbox", { name: "Refund adjustment" }), "-1.50");
    if (way === "mouse") await act(page.getByRole("button", { name: "Save changes" }));
    else await press("Enter");
    await act(dialog(page).getByRole("button", { name: "Close return" }));
    await expect(page.getByText("No unsaved changes")).toBeVisible();
    await back();
    await expect(page.getByRole("grid", { name: "Returns" })).toBeVisible();
  },
};

export const rmaTasks = [decideLines, approveAllAndNext, closeReturn];
