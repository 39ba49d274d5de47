import type { Page } from "@playwright/test";
import type { CatalogProduct } from "#contract/catalog.ts";
import type { MappingSetItem } from "#contract/mapping-sets.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { findEditor } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";
import { waitForCatalog } from "./support/wait-for-catalog.ts";

const headers = { "X-Requested-By": "test" };

/** A response of the gateway's catalog of the demonstration's first channel. */
const readCatalog = async <T>(page: Page, url: string, path: string, data?: object): Promise<T> => {
  const address = `${url}/api/catalog/1${path}`;
  const answer = data
    ? await page.request.post(address, { headers, data })
    : await page.request.get(address, { headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as T;
};

test("a product shows how rules change it, field by field, and leads into a rule with it as the sample", async ({
  page,
  stack,
}) => {
  await waitForCatalog(page, stack.url);
  const { product } = await readCatalog<CatalogProduct>(page, stack.url, "/products/1");
  const [variant] = product.variants;
  const dimensional = variant?.dimensional_weight ?? 0;
  expect(dimensional).toBeGreaterThan(variant?.weight ?? 0);
  const cost = Number((4.95 + dimensional * 0.62).toFixed(6));

  await page.goto("/products/1?channel=1");
  await page.getByRole("link", { name: "How rules change it" }).click();
  await expect(
    page.getByText(/\d+ of \d+ enabled rules? changes? \d+ fields? of this/),
  ).toBeVisible();

  // The source, the rule with its action, and the result, as calculated by hand.
  const field = page.getByRole("region", { name: "Variant Estimated shipping cost" });
  const steps = field.getByRole("listitem");
  await expect(steps.first()).toContainText("From the channel");
  await expect(steps.nth(1)).toContainText("Weight: bill the dimensional weight");
  await expect(steps.nth(1)).toContainText(String(cost));
  await expect(steps.last()).toContainText("After all rules");
  await expect(steps.last()).toContainText(String(cost));

  // A field that stays as it is, with the condition that is missing.
  await page.getByText(/\d+ fields that rules can set stay unchanged/).click();
  const title = page.getByRole("region", { name: "Product Title" });
  await expect(title).toContainText("Title: clean up capitals and signs doesn't change it");
  await expect(title).toContainText(
    "Needs Brand is one of “Hartwell”, “Ironbridge” or “Zwingmann”",
  );
  await expect(title).toContainText("1 more group not met.");
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  // The rules that use a field, by keyboard.
  await title.getByRole("button", { name: "Product Title" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rules that use Product Title" });
  await expect(dialog).toContainText("Bayline title: brand first, 80 characters");
  await expect(dialog).toContainText("Listing publish");
  await expectAccessibleInBoth(page);
  // A rule opens at the part that uses the field.
  await expect(
    dialog.getByRole("link", { name: "Bayline title: brand first, 80 characters" }).first(),
  ).toHaveAttribute("href", /\?part=action(\+|%20)\d+/);
  await page.keyboard.press("Escape");
  await expect(title.getByRole("button", { name: "Product Title" })).toBeFocused();

  // The other event leaves a disabled rule out.
  await page.getByRole("combobox", { name: "Event" }).click();
  await page.getByRole("option", { name: /^Inventory sync/ }).click();
  await expect(page.getByText("1 disabled rule left out.")).toBeVisible();
  const quantity = page.getByRole("region", { name: "Variant Quantity" });
  await expect(quantity).toContainText("Stock buffer: hold back three");
  await quantity.getByRole("link", { name: /^Subtract 3 from Variant Quantity/ }).click();

  // In the rule: the action, and the product in its test, from where the same page is a click away.
  await expect(page).toHaveURL(/\/mapping-rules\/\d+\?.*sample=product/);
  await expect(findEditor(page).getByText("Subtract").first()).toBeVisible();
  const preview = page.getByRole("region", { name: "Test this rule" });
  await expect(preview.getByText("The rule matches this record.")).toBeVisible();
  await expect(preview.getByText(product.sku, { exact: true })).toBeVisible();
  await preview.getByRole("link", { name: "How all rules change this product" }).click();
  await expect(page).toHaveURL(/\/products\/1\?.*view=rules/);
  await expect(field).toBeVisible();
});

test("a mapping set shows the values of products without an item, and the items that none needs", async ({
  page,
  api,
  stack,
}) => {
  await waitForCatalog(page, stack.url);
  // The set that the demonstration's rules look finishes up in.
  const items = await api<MappingSetItem[]>("/mapping-set/1/item");
  expect(items.map(({ fromValue }) => fromValue)).toContain("Matte Black");
  const body = { first: 0, count: 2_000 };
  const { products } = await readCatalog<{ products: ResellerProductParent[] }>(
    page,
    stack.url,
    "/samples",
    body,
  );
  const finishes = products.map(({ variants }) =>
    variants.flatMap(({ option_values: options }) =>
      options.flatMap(({ name, value }) => (name === "Finish" && value ? [value] : [])),
    ),
  );
  const lookedUp = finishes.filter((values) => values.length > 0).length;
  const known = new Set(items.map(({ fromValue }) => fromValue));
  const missed = finishes.flat().find((value) => !known.has(value)) ?? "";
  const missing = finishes.filter((values) => values.includes(missed)).length;
  const used = new Set(finishes.flat());
  const unused = items.filter(({ fromValue }) => !used.has(fromValue)).length;

  await page.goto("/mapping-sets/1");
  await page.getByRole("button", { name: "Find missing and unused items" }).press("Enter");
  await expect(page.getByText(`rules look up a value for ${lookedUp}.`)).toBeVisible();
  const row = page
    .getByRole("table", { name: "Values without an item" })
    .getByRole("row")
    .filter({ hasText: missed });
  await expect(row.first()).toContainText(String(missing));
  await expect(
    page.getByRole("heading", { name: `Items that no product needs ${unused}` }),
  ).toBeVisible();
  await expectAccessibleInBoth(page);
});
