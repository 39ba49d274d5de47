import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { createRuleRequest, editOperand, findEditor, post, row } from "./support/rule-builder.ts";
import { isSaved, review } from "./support/save-rules.ts";
import { expect, test } from "./support/test.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Test this rule" });
const tab = (page: Page, name: RegExp) => panel(page).getByRole("tab", { name });
const testRow = (page: Page) => panel(page).getByRole("list", { name: "Tests" }).locator("> li");

test("a product kept as a test turns the row red that breaks it, and saving asks", async ({
  page,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Loud lamps", [["lamp"]]));
  await page.goto(`/mapping-rules/${id}`);
  await panel(page).getByRole("button", { name: "Keep as test" }).click();
  await expect(tab(page, /^Tests 1 of 1 pass$/)).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Show its test" })).toBeVisible();
  await tab(page, /^Tests/).click();
  await expect(testRow(page)).toContainText(/Title becomes “[^a-z]+”/);
  await expect(panel(page).getByText("No test covers 1 of 3 parts")).toBeVisible();

  // What the rule must do is typed by a person, too.
  await testRow(page).getByRole("button", { name: "Edit" }).click();
  await expectAccessible(page);
  await testRow(page).getByRole("textbox", { name: "Title becomes" }).fill("A QUIET LAMP");
  await testRow(page).getByRole("button", { name: "Save expectation" }).click();
  await expect(testRow(page)).toContainText(/Title should become “A QUIET LAMP”, but becomes “/);
  await expect(tab(page, /^Tests 0 of 1 pass$/)).toBeVisible();
  await testRow(page).getByRole("button", { name: "Accept new result" }).click();
  await expect(tab(page, /^Tests 1 of 1 pass$/)).toBeVisible();

  // An edit breaks it.
  const sku = (await testRow(page).locator("bdi").first().textContent()) ?? "";
  await editOperand(page, "lamp", "no such word");
  const mark = findEditor(page).getByText(/^Test \S+ fails: The rule should match, but doesn't\./);
  await expect(mark).toBeVisible();
  await expect(row(page, "“no such word”")).toHaveAccessibleDescription(/fails/);
  await expect(testRow(page).getByText("Fails")).toBeVisible();
  await expectAccessibleInBoth(page);
  await testRow(page).getByRole("button", { name: "Go to group 1, condition 1" }).click();
  await expect(row(page, "“no such word”")).toBeFocused();

  // Undone, it passes; broken again, it is saved only on purpose.
  await page.keyboard.press("Control+Z");
  await expect(mark).toHaveCount(0);
  await page.keyboard.press("Control+Y");
  await expect(mark).toBeVisible();
  await review(page).click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByRole("heading", { name: "1 of 1 test fails. Save anyway?" }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await isSaved(page);
  await page.getByRole("link", { name: "Versions" }).click();
  await expect(page.getByText("1 test at that time")).toBeVisible();

  // All tests run from the list, and lead into the rule with that product.
  await page.goto("/mapping-rules");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run all tests" }).click();
  await expect(
    page.getByRole("heading", { name: /^\d+ of \d+ tests? of \d+ rules? fail$/ }),
  ).toBeVisible();
  const failing = page.getByRole("list", { name: "Failing tests of Loud lamps" });
  await expect(failing).toContainText("The rule should match, but doesn't.");
  await expectAccessible(page);
  await failing.getByRole("link", { name: sku }).click();
  await expect(page).toHaveURL(new RegExp(`/mapping-rules/${id}\\?test=\\d+`));
  await expect(testRow(page)).toHaveAttribute("aria-current", "true");
  await tab(page, /^One record/).click();
  await expect(panel(page).getByText("The rule doesn't match this record.")).toBeVisible();
  await expect(panel(page).getByText(sku, { exact: true })).toBeVisible();

  // Removed by mistake, it comes back.
  await tab(page, /^Tests/).click();
  await testRow(page).getByRole("button", { name: "Remove" }).click();
  await expect(panel(page).getByText(/^No tests yet/)).toBeVisible();
  await page.getByRole("button", { name: "Restore test" }).click();
  await expect(testRow(page)).toHaveCount(1);
});

test("a rule that isn't saved says how to keep tests", async ({ page }) => {
  await page.goto("/mapping-rules/new");
  await tab(page, /^Tests/).click();
  await expect(panel(page).getByText("Save the rule first to keep tests.")).toBeVisible();
});
