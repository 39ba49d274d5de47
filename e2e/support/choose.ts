import type { Page } from "@playwright/test";

/** Chooses from many choices as a person does: types part of the name, then takes the match. */
export const choose = async (page: Page, field: string, choice: string): Promise<void> => {
  await page.getByRole("combobox", { name: field }).click();
  await page.keyboard.type(choice);
  await page.getByRole("option", { name: choice, exact: true }).click();
};
