import type { MappingRule } from "#contract/mapping-rules.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { createRuleRequest, findEditor, post, sentences } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

test("a rule is typed, saved, copied in words, and pasted into another rule", async ({
  page,
  context,
  stack,
  api,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { keyboard } = page;
  const field = page.getByRole("textbox", { name: "Type a rule" });
  const understood = page.getByRole("list", { name: "Rows to add" });
  const choices = page.getByRole("listbox", { name: "Completions" });
  await page.goto(`${stack.url}/mapping-rules/new`);

  // What is understood is shown while it is typed, a word that can't be read is marked, and others are offered.
  await field.click();
  await keyboard.type("brand is Hartwell and pri");
  await expect(understood.getByRole("listitem")).toHaveText(["When Brand is “Hartwell”, any case"]);
  await expect(choices.getByRole("option").first()).toContainText("Price");
  await keyboard.press("Enter");
  await expect(field).toHaveValue("brand is Hartwell and Price ");
  await keyboard.type("oops 5");
  await expect(page.locator(".typed-rule mark")).toHaveText("oops");
  await expect(field).toHaveAccessibleDescription(/^Expected here: a comparison/);
  await expectAccessibleInBoth(page);
  await field.fill("brand is Hartwell and price over 100 and title without sale: add tag premium");
  await expect(field).toHaveAccessibleDescription(/“set tags to …” replaces all of them/);
  await field.fill(
    "brand is Hartwell and price over 100 and title without sale: set tags to premium, price x 1.05",
  );
  await expect(understood.getByRole("listitem")).toHaveText([
    "When Brand is “Hartwell”, any case",
    "and any variant's Price is greater than 100",
    "and Product Title does not contain “sale”, any case",
    "Then Set Product Tags to “premium”",
    "and Multiply Price by 1.05",
  ]);
  await expectAccessibleInBoth(page);
  await field.press("Enter");
  await expect(field).toHaveValue("");
  const typed = await sentences(page);
  expect(typed.join("\n")).toContain("Multiply Price by 1.05");

  // All rows are one step, which undo takes back from the empty field.
  await keyboard.press("Control+z");
  await expect.poll(async () => (await sentences(page)).length).toBeLessThan(typed.length);
  await keyboard.press("Control+Shift+z");
  await expect.poll(() => sentences(page)).toEqual(typed);

  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Typed");
  const event = page.getByRole("combobox", { name: "Event" });
  await event.click();
  await page.getByRole("option", { name: "Product import", exact: true }).click();
  await expect(event).toHaveValue("Product import");
  await page.getByRole("button", { name: "Review and create" }).click();
  await page
    .getByRole("dialog", { name: "Create this rule?" })
    .getByRole("button", { name: "Create" })
    .click();
  await expect(page).toHaveURL(/\/mapping-rules\/\d+$/);
  const id = page.url().split("/").at(-1);
  const [saved] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${id}`);
  expect(saved?.rule?.groups[0]?.conditions).toHaveLength(3);
  expect(saved?.rule?.actions.map(({ value }) => value)).toEqual(["premium", "1.05"]);

  // Its words, pasted into a new rule.
  const words = findEditor(page).locator("details", { hasText: "In words" });
  await words.locator("summary").click();
  const said = await words.locator("p").textContent();
  await words.getByRole("button", { name: "Copy words" }).click();
  await expect(page.getByText("Copied the rule in words")).toBeVisible();
  await page.goto(`${stack.url}/mapping-rules/new`);
  await field.click();
  await keyboard.press("Control+v");
  await expect(field).toHaveValue(said ?? "");
  await keyboard.press("Enter");
  await expect.poll(() => sentences(page)).toEqual(typed);
  await words.locator("summary").click();
  await expect(words.locator("p")).toHaveText(said ?? "");
});

test("in a rule with rows, a key opens the field, and Escape closes it", async ({
  page,
  stack,
  api,
}) => {
  const rule = await post(api, createRuleRequest("Typed into", [["lamp"]]));
  await page.goto(`${stack.url}/mapping-rules/${rule.id}`);
  await findEditor(page).locator("[data-part-kind=condition]").focus();
  const field = page.getByRole("textbox", { name: "Type a rule" });
  await expect(field).toBeHidden();
  await page.keyboard.press("t");
  await expect(field).toBeFocused();
  await page.keyboard.type("price > 5: clear brand");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await sentences(page)).join("\n"))
    .toMatch(/“lamp”.*Price is greater than 5.*Clear Brand/s);
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
});
