import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { actionId, comparatorId, dataTypeId } from "#rules/workflow-records.ts";
import type { Api } from "./call-api.ts";

/* Shared by the browser tests of the rule builder. */

/** The rule itself, its rows, and the open row. */
export const findEditor = (page: Page) => page.getByRole("region", { name: "Rule", exact: true });
export const findRows = (page: Page) => findEditor(page).locator("[data-part-key]");
export const findRowForm = (page: Page) => findEditor(page).locator("[data-row-form]");

/** The texts of the rows, with normalized spaces. */
export const sentences = async (page: Page) =>
  (await findRows(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());

const titleField = 2_002;

/** A rule to create: groups of conditions that search for texts in a product's title, and two actions. */
export const createRuleRequest = (name: string, groups: readonly (readonly string[])[]) => ({
  name,
  description: "",
  eventId: 1,
  useOriginalInputValue: false,
  globalObjectFieldId: titleField,
  globalDataTypeId: dataTypeId("string"),
  rule: {
    name,
    workflowRuleTypeId: 1,
    alwaysRun: false,
    enabled: true,
    groups: groups.map((texts) => ({
      conditions: texts.map((condition) => ({
        globalObjectFieldId: titleField,
        workflowDataTypeComparatorId: comparatorId("string_contains", "string"),
        condition,
      })),
    })),
    actions: [
      {
        globalObjectFieldId: titleField,
        workflowDataTypeActionId: actionId("uppercase", "string"),
      },
      { globalObjectFieldId: titleField, workflowDataTypeActionId: actionId("trim", "string") },
    ],
  },
});

/** Saves a rule without the console. */
export const post = (api: Api, body: unknown) =>
  api<MappingRule>("/workflow/mapping-rule", { method: "POST", body });

/** The row whose sentence contains a text. */
export const row = (page: Page, text: string) => findRows(page).filter({ hasText: text });

/** Opens the condition with a text, and changes the text. */
export const editOperand = async (page: Page, text: string, next: string) => {
  await row(page, `“${text}”`).click();
  await findRowForm(page).getByRole("textbox", { name: "Text" }).fill(next);
  await page.keyboard.press("Escape");
};
