import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { loadCatalog } from "./support/products.ts";
import { pressTo } from "./support/press-to.ts";
import { findEditor, findRowForm, findRows, sentences } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

const choose = async (page: Page, name: string, text: string) => {
  await pressTo(page, findRowForm(page).getByRole("combobox", { name, exact: true }));
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
};
const fill = async (page: Page, name: string | RegExp, text: string) => {
  await pressTo(page, findRowForm(page).getByRole("textbox", { name }));
  await page.keyboard.type(text);
};

test("a rule is created, tested, saved and read again by keyboard only", async ({
  page,
  stack,
  api,
}) => {
  const { keyboard } = page;
  await loadCatalog(stack.url);
  await page.goto(`${stack.url}/mapping-rules/new`);
  await expect(findEditor(page)).toBeVisible();
  await pressTo(page, page.getByRole("textbox", { name: "Name", exact: true }));
  await keyboard.type("Lamps by keyboard");
  const event = page.getByRole("combobox", { name: "Event" });
  await pressTo(page, event);
  // The list of choices arrives after the screen.
  await expect(event).not.toHaveAttribute("readonly");
  await keyboard.type("Product import");
  await keyboard.press("Enter");
  await expect(event).toHaveValue("Product import");

  // Two conditions in the first group, and one with a child condition in the second.
  await pressTo(page, findRows(page).and(page.locator("[data-part-kind=condition]")));
  await keyboard.press("Enter");
  await keyboard.type("product title");
  await keyboard.press("Enter");
  await fill(page, "Text", "lamp");
  await keyboard.press("Control+Enter");
  await keyboard.type("price");
  await keyboard.press("Enter");
  await choose(page, "Comparator", "greater than");
  await fill(page, "Number", "20");
  await keyboard.press("Enter");
  await pressTo(page, page.getByRole("button", { name: "Add group (or …)" }));
  await keyboard.press("Enter");
  await keyboard.type("attributes");
  await keyboard.press("Enter");
  await choose(page, "Comparator", "has");
  await fill(page, "Name", "Material");
  await pressTo(page, page.getByRole("button", { name: "Add a condition on its value" }));
  await keyboard.press("Enter");
  await fill(page, "Text", "oak");
  await keyboard.press("Enter");

  // Three actions.
  const actions = findEditor(page).locator("[data-part-kind=action]");
  await pressTo(page, actions, "ArrowDown");
  await keyboard.press("Enter");
  await keyboard.type("sale price");
  await keyboard.press("Enter");
  await choose(page, "Action", "set");
  await fill(page, "Number or formula", "{variant.price} * 0.9");
  await keyboard.press("Control+Enter");
  await keyboard.type("brand");
  await keyboard.press("Enter");
  await choose(page, "Action", "uppercase");
  await keyboard.press("Control+Enter");
  await keyboard.type("product title");
  await keyboard.press("Enter");
  await choose(page, "Action", "trim");
  await keyboard.press("Enter");

  // A tier after the first one.
  await pressTo(page, page.getByRole("button", { name: "Add tiers" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /the first tier that matches/ })).toBeVisible();
  await pressTo(page, findRowForm(page).getByRole("textbox", { name: "Name of tier 1" }));
  await keyboard.press("Control+A");
  await keyboard.type("Dear lamps");
  await keyboard.press("Enter");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await keyboard.type("price");
  await keyboard.press("Enter");
  await choose(page, "Comparator", "greater than");
  await fill(page, "Number", "100");
  await keyboard.press("Enter");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await keyboard.type("product tags");
  await keyboard.press("Enter");
  await choose(page, "Action", "set");
  await pressTo(page, findRowForm(page).getByRole("textbox", { name: /Text|Values|Tags/ }));
  await keyboard.type("dear");
  await keyboard.press("Escape");
  const built = await sentences(page);

  // Tested on the catalogue before it is saved.
  const preview = page.getByRole("region", { name: "Test this rule" });
  await expect(preview.getByText(/Matches \d+ of [\d,]+ products/)).toBeVisible({
    timeout: 60_000,
  });
  // The whole sample is loaded: otherwise the next page would load the rest.
  await expect(preview.getByRole("progressbar", { name: "Records loaded" })).toBeHidden();
  await expect(preview).toContainText("The rule matches this record.");
  // The verdict names the record it is about; the number is about all.
  await expect(
    findEditor(page)
      .getByRole("button", { name: /^This product: matches\. [\d,]+ of [\d,]+$/ })
      .first(),
  ).toBeVisible();

  // The width of the rule beside its test stays stored in this browser.
  const handle = page.getByRole("separator", { name: "Resize rule and test" });
  await pressTo(page, handle);
  await keyboard.press("Shift+ArrowRight");
  await expect(handle).toHaveAttribute("aria-valuetext", "Rule 67%, test 33%");

  await pressTo(page, page.getByRole("button", { name: "Review and create" }));
  await keyboard.press("Enter");
  const review = page.getByRole("dialog", { name: "Create this rule?" });
  await expect(review).toContainText(
    "Product Title contains “lamp”, any case and any variant's Price is greater",
  );
  await expect(review).toContainText(/Matches \d+ of [\d,]+ products/);
  await pressTo(page, review.getByRole("button", { name: "Create" }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/mapping-rules\/\d+$/);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/products/parents")) asked += 1;
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Lamps by keyboard" })).toBeVisible();
  await expect(handle).toHaveAttribute("aria-valuenow", "67");
  await expect.poll(async () => (await sentences(page)).length).toBe(built.length);
  const id = page.url().split("/").at(-1)!;
  const [saved] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${id}`);
  expect(saved!.rule!.groups.map(({ conditions }) => conditions.length)).toEqual([2, 1]);
  expect(saved!.rule!.groups[1]!.conditions[0]!.childConditions).toHaveLength(1);
  expect(saved!.rule!.actions.map(({ workflowDataTypeAction: kind }) => kind!.handle)).toEqual([
    "set",
    "uppercase",
    "trim",
  ]);
  expect(saved!.rule!.childRules.map(({ name }) => name)).toEqual(["Dear lamps"]);
  expect(saved!.configured).toBe(true);

  // The test uses the products of the gateway's catalog.
  await expect(preview.getByText(/Matches \d+ of [\d,]+ products/)).toBeVisible();
  expect(asked).toBe(0);
});
