import type { Page } from "@playwright/test";

/** Selects one of many options: types part of the name, then selects the match. */
export const choose = async (page: Page, field: string, choice: string): Promise<void> => {
  await page.getByRole("combobox", { name: field }).click();
  await page.keyboard.type(choice);
  await page.getByRole("option", { name: choice, exact: true }).click();
};
