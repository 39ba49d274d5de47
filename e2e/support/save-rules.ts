import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { expect, type FaultyConsole } from "./test.ts";
import type { Api } from "./call-api.ts";

/* Shared by the tests of saving. */

export const rulePath = "/workflow/mapping-rule";

export const ruleNow = async (api: Api, id: number): Promise<MappingRule> => {
  const [now] = await api<MappingRule[]>(`${rulePath}?ids=${id}`);
  return now!;
};
export const rulesNamed = async (api: Api, name: string) =>
  (await api<MappingRule[]>(rulePath)).filter((rule) => rule.name === name);

/** The texts of its conditions, by group. */
export const listTexts = ({ rule }: MappingRule) =>
  rule!.groups.map(({ conditions }) => conditions.map(({ condition }) => condition));

/** Counts the saves that reach the upstream from now on. */
export const countSaves = ({ upstream }: FaultyConsole, path = rulePath) => {
  const before = upstream.arrived("POST", path).length;
  return () => upstream.arrived("POST", path).length - before;
};

/** A file to upload. */
export const createFile = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

export const nameOfRule = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
/** Opens the mapping rule's own fields, which are first shown as one line. */
export const openDetails = (page: Page) =>
  page.getByRole("button", { name: "Edit details" }).click();
export const review = (page: Page) => page.getByRole("button", { name: /^Review and/ });
/** Reviews and saves, or creates. */
export const send = async (page: Page) => {
  await review(page).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Create)$/ })
    .click();
};
export const outcome = (page: Page) => page.getByRole("alert");
export const isSaved = (page: Page) => expect(page.getByText("No changes.")).toBeVisible();
