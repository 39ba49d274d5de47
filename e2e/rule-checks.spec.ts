import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { actionId, comparatorId } from "#rules/workflow-records.ts";
import type { Api } from "./support/call-api.ts";
import { findEditor, post, row } from "./support/rule-builder.ts";
import { expect, test } from "./support/test.ts";
import { waitForCatalog } from "./support/wait-for-catalog.ts";

const [brandField, feeField] = [2_004, 3_008];

const withoutIds = <T>(tree: T): T =>
  JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (key === "id" ? undefined : value)),
  ) as T;

const setFee = (value: string) => ({
  globalObjectFieldId: feeField,
  workflowDataTypeActionId: actionId("set", "number"),
  value,
});

/** A copy of the demonstration's prices with three mistakes: a tier out of order, a misspelled brand, and two writers. */
const plantMistakes = async (api: Api, misspelled = "Hartwel"): Promise<MappingRule> => {
  const all = await api<MappingRule[]>("/workflow/mapping-rule");
  const prices = all.find(({ name }) => name?.startsWith("Marketplace price"));
  const copied = prices && toMappingRuleRequest(prices);
  if (!copied) throw new Error("The demonstration has prices in tiers");
  const request = withoutIds(copied);
  const [low, middle, high] = request.rule.childRules ?? [];
  const [group] = high?.groups ?? [];
  const [cost] = group?.conditions ?? [];
  if (!low || !middle || !high || !cost) throw new Error("The prices have three tiers");
  const brand = {
    globalObjectFieldId: brandField,
    workflowDataTypeComparatorId: comparatorId("string_equal_to", "string"),
    condition: misspelled,
  };
  const lowGroups = low.groups.map(({ conditions }) => ({ conditions: [...conditions, brand] }));
  const wide = { ...high, name: "Wide", groups: [{ conditions: [{ ...cost, condition: "20" }] }] };
  const planted: UpdateOrCreateMappingRule = {
    ...request,
    name: "Copied prices",
    rule: {
      ...request.rule,
      name: "Copied prices",
      actions: [setFee("4.95")],
      childRules: [{ ...low, groups: lowGroups }, wide, middle],
    },
  };
  const made = await post(api, planted);
  await post(api, {
    ...request,
    name: "Flat fee",
    rule: { ...request.rule, name: "Flat fee", actions: [setFee("9.95")], childRules: [] },
  });
  return made;
};

test("three mistakes in a copied rule are found with their products, and mended by click", async ({
  page,
  api,
}) => {
  const { id } = await plantMistakes(api);
  await page.goto("/mapping-rules");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Check rules" }).click();
  await expect(
    page.getByText(/^\d+ checks in \d+ enabled rules on .* products and .* orders\.$/),
  ).toBeVisible();
  const listed = page.getByRole("listitem").filter({ hasText: "“Hartwel”" });
  await expect(listed).toContainText(/Did you mean “Hartwell”, \d+ products\?/);

  // From the page to the part, with the product that shows it.
  await listed.getByRole("link", { name: /^Example: / }).click();
  await expect(page).toHaveURL(new RegExp(`/mapping-rules/${id}\\?`));
  const editor = findEditor(page);
  await expect(row(page, "“Hartwel”")).toBeFocused();
  const mend = (name: string) => editor.getByRole("button", { name, exact: true });
  await expect(editor.getByText(/whatever meets this meets “Wide” before/)).toBeVisible();
  await expect(
    editor.getByText(
      /“Flat fee” runs later and replaces the Variant Estimated shipping cost set here/,
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "3 checks" })).toBeVisible();

  // No product of this API has a cost, so none shows the tier.
  await expect(editor.getByText(/^No example in \d+ products$/)).toBeVisible();

  // Each is settled by one click, which is one step of undo.
  await mend("Use “Hartwell”").click();
  await expect(row(page, "“Hartwell”")).toBeFocused();
  await page.keyboard.press("Control+Z");
  await expect(row(page, "“Hartwel”")).toBeVisible();
  await mend("Use “Hartwell”").click();
  await mend("Move before “Wide”").click();
  await mend("Remove action").click();
  await expect(page.getByRole("button", { name: /^\d checks?$/ })).toHaveCount(0);
  await expect(row(page, "“Hartwell”")).toBeVisible();
  await expect(row(page, "Estimated shipping cost")).toHaveCount(0);

  // The product that shows a finding is selected in the test.
  await page.keyboard.press("Control+Z");
  const example = editor.getByRole("button", { name: /^Example: / });
  const sku = ((await example.textContent()) ?? "").replace("Example: ", "");
  await example.click();
  await expect(page.getByRole("region", { name: "Test this rule" })).toContainText(sku);
});

test("where only some products are loaded, rules are checked on all of them", async ({
  page,
  api,
  stack,
}) => {
  await waitForCatalog(page, stack.url);
  const { id } = await plantMistakes(api, "Ironbrige");
  await page.goto(`/mapping-rules/${id}`);
  const preview = page.getByRole("region", { name: "Test this rule" });
  await preview.getByRole("button", { name: "Change sample" }).click();
  await page.getByLabel("How many").selectOption("50");
  await expect(preview.getByText(/^50 products of \d+, loaded/)).toBeVisible();
  await page.keyboard.press("Escape");
  const editor = findEditor(page);
  await expect(editor.getByText("No example in 50 products")).toBeVisible();

  // The test of the rule on all products checks it on them, too.
  await preview.getByRole("tab", { name: "Dry run" }).click();
  const run = preview.getByRole("button", { name: /^Test on all \d+ products$/ });
  const all = /\d+/.exec((await run.textContent()) ?? "")?.[0] ?? "";
  await run.click();
  await expect(editor.getByText(`No example in ${all} products`)).toBeVisible();
  await expect(page.getByTitle(`Go to next check on all ${all} products`)).toBeVisible();
  const spelling = editor.getByText(/Did you mean “Ironbridge”, \d+ products\?/);
  const words = (await spelling.textContent()) ?? "";

  // The page does so by itself.
  await page.getByRole("link", { name: "Mapping rules" }).first().click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Check rules" }).click();
  await expect(page.getByText(`All ${all} products checked`)).toBeVisible();
  await expect(
    page.getByText(new RegExp(`^\\d+ checks in \\d+ enabled rules on ${all} products and .*`)),
  ).toBeVisible();
  const listed = page.getByRole("listitem").filter({ hasText: words });
  await expect(listed).toBeVisible();

  const example = listed.getByRole("link", { name: /^Example: / });
  const sku = ((await example.textContent()) ?? "").replace("Example: ", "");
  await example.click();
  await expect(preview).toContainText(sku);
});
