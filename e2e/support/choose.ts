import type { Page } from "@playwright/test";

/** Chooses in a field of many choices as a person does: types a part of the name, then takes what is found. */
export const choose = async (page: Page, field: string, choice: string): Promise<void> => {
  await page.getByRole("combobox", { name: field }).click();
  await page.keyboard.type(choice);
  await page.getByRole("option", { name: choice, exact: true }).click();
};
