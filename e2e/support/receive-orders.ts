import { expect, type Page } from "@playwright/test";
import { navigateTo } from "./navigate-to.ts";

export const receiveButton = (page: Page) => page.getByRole("button", { name: "Receive orders" });

/** The dialog that asks before orders are received. */
export const receiveQuestion = (page: Page) =>
  page.getByRole("dialog", { name: /^Receive .*orders? from .+\?$/ });
export const confirmButton = (page: Page) =>
  receiveQuestion(page).getByRole("button", { name: "Receive" });

/** Asks to receive, and confirms; returns before the run ends. */
export const startReceiving = async (page: Page): Promise<void> => {
  await receiveButton(page).click();
  await confirmButton(page).click({ noWaitAfter: true });
};

/** Receives a source's orders. */
export const receive = async (page: Page, sourceId: number): Promise<void> => {
  await navigateTo(page, `/received-orders?source=${sourceId}`);
  await startReceiving(page);
  await expect(page).toHaveURL(/received-orders\/\d+$/);
};
