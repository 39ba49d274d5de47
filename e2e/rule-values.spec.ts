import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { loadCatalog } from "./support/products.ts";
import { findEditor, findRowForm } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";

test("operands are selected from the values of all products, by keys and by a handle on their numbers", async ({
  page,
  stack,
}) => {
  await loadCatalog(stack.url);
  // All rows are above the save bar, which may cover a part of one.
  await page.setViewportSize({ width: 1440, height: 2000 });
  await page.goto(`${stack.url}/mapping-rules/new`);
  const typing = page.getByRole("textbox", { name: "Type a rule" });
  await typing.fill("brand is x and price over 5 and attributes has y: clear brand");
  await typing.press("Enter");
  const conditions = findEditor(page).locator("[data-part-kind=condition]");
  const form = findRowForm(page);
  const values = form.getByRole("group", { name: "Values in use" });

  await conditions.nth(0).click();
  const text = form.getByRole("textbox", { name: "Text" });
  await text.fill("no such brand");
  await expect(values).toContainText(/In none of [\d,]+ products\./);
  await text.fill("");
  const first = values.getByRole("button").first();
  const brand = (await first.locator("bdi").textContent())!;
  const chosen = values.getByRole("button").filter({ has: page.getByText(brand, { exact: true }) });
  await text.fill(brand.slice(0, 3).toUpperCase());
  await expect(chosen).toBeVisible();
  await expectAccessibleInBoth(page);
  await text.press("ArrowDown");
  await expect(values.getByRole("button").first()).toBeFocused();
  await chosen.press("Enter");
  await expect(text).toHaveValue(brand);
  await expect(text).toBeFocused();
  await text.press("Enter");

  await conditions.nth(1).click();
  const handle = form.getByRole("slider");
  const count = findEditor(page).locator("[data-editing] > .part-mark");
  await expect(count).toHaveText(/^[\d,]+ of [\d,]+$/);
  const before = await count.textContent();
  await handle.press("End");
  await expect(form.getByRole("textbox", { name: "Number" })).not.toHaveValue("5");
  await expect(count).not.toHaveText(before!);
  await expectAccessibleInBoth(page);
  await form.getByRole("button", { name: "Done" }).click();

  await conditions.nth(2).click();
  const names = form.getByRole("group", { name: "Names in use" });
  await form.getByRole("textbox", { name: "Name" }).fill("mat");
  await names.getByRole("button", { name: /^Material [\d,]+ products$/ }).click();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Material");
});
