import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Chooses a person on the page of the demo team's provider. */
export const choosePerson = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}`) }).click();

/** Opens an address of a console with the demo team, and signs in there. */
export const signIn = async (page: Page, address: string, name: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await choosePerson(page, name);
  await expect(page).toHaveURL(address);
};
