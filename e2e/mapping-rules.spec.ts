import { expectAccessible } from "./support/expect-accessible.ts";
import { hostileRule, startHostileConsole } from "./support/hostile-upstream.ts";
import { expect, test } from "./support/test.ts";
import { watchForHarm } from "./support/watch-for-harm.ts";

interface Rule {
  id: number;
  name: string;
}

test("rules stand in the order they run and say what they do", async ({ page, stack, api }) => {
  const rules = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules`);
  const table = page.getByRole("table", { name: "Mapping rules" });
  await expect(table.locator("[data-row-link]")).toHaveText(rules.map(({ name }) => name));
  await page.getByRole("searchbox", { name: "Search rules" }).fill("markup by cost");
  await page.keyboard.press("Enter");
  const row = table.getByRole("row").filter({ hasText: "Marketplace price: markup by cost" });
  await expect(row).toContainText("Cost is less than 25");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("markup by cost");
  const tiers = page.getByRole("region", { name: "Tiers" });
  await expect(tiers.getByRole("article")).toHaveCount(3);
  await expect(tiers).toContainText("Set Price to Variant Cost × 1.62");
  await tiers.getByText("Fields of this condition").first().click();
  await expectAccessible(page);
});

test("a rule that is not there says so", async ({ page, stack }) => {
  await page.goto(`${stack.url}/mapping-rules/999999`);
  await expect(page.getByRole("heading", { level: 1, name: "Mapping rule 999999" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(
    "The list of mapping rules does not have it.",
  );
});

test("a rule from JSON is shown, its faults listed, and nothing is sent", async ({
  page,
  stack,
  api,
}) => {
  const [rule] = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules/new`);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  const text = page.getByLabel("JSON of a mapping rule");
  await text.fill("{");
  await page.getByRole("button", { name: "Show this rule" }).click();
  await expect(page.getByText("This is not JSON")).toBeVisible();
  await text.fill(JSON.stringify([{ ...rule, eventId: "three" }, hostileRule]));
  await page.getByRole("button", { name: "Show this rule" }).click();
  await expect(page.getByRole("heading", { level: 2, name: rule!.name })).toBeVisible();
  await expect(page.getByText("1 place of this JSON is not what")).toBeVisible();
  await page.getByLabel("Rule of the list").selectOption({ index: 1 });
  await expect(page.getByRole("heading", { level: 2, name: "Hostile rule" })).toBeVisible();
  expect(sent).toEqual([]);
});

test("an upstream that reads no rules says so and opens one from a file", async ({
  page,
  documentedOnly,
  api,
}) => {
  const [rule] = await api<Rule[]>("/workflow/mapping-rule?ids=2");
  for (const path of ["/mapping-rules", "/mapping-rules/2"]) {
    await page.goto(documentedOnly.url + path);
    await expect(page.getByText("This upstream does not read mapping rules")).toBeVisible();
    await page.getByLabel("Open a file").setInputFiles({
      name: "rule.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(rule)),
    });
    await expect(page.getByRole("heading", { level: 2, name: rule!.name })).toBeVisible();
    await expect(page.getByText("Names of fields are not known here")).toBeVisible();
  }
});

test("hostile records do nothing", async ({ context }) => {
  test.setTimeout(120_000);
  const page = await context.newPage();
  const hostile = await startHostileConsole();
  const harm = watchForHarm(page, hostile.url);
  await page.goto(`${hostile.url}/mapping-rules`);
  await page.getByRole("link", { name: "Hostile rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hostile rule" })).toBeVisible();
  for (const details of await page.locator("details > summary").all()) await details.click();
  await page.waitForLoadState("networkidle");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1440);
  expect(harm).toEqual([]);
  await hostile.close();
});
