import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { choose } from "./support/choose.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { hostileRule, startHostileConsole } from "./support/hostile-upstream.ts";
import { expect, test } from "./support/test.ts";
import { watchForHarm } from "./support/watch-for-harm.ts";

interface Rule {
  id: number;
  name: string;
  updatedAt: string;
  rule: { enabled: boolean };
}

const rulesOf = (page: Page) => page.getByRole("grid", { name: "Mapping rules" });

const jsonFile = (name: string, json: unknown) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(json)),
});

test("rules are listed in the order they run, with what they do", async ({ page, stack, api }) => {
  const rules = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules`);
  const table = rulesOf(page);
  await expect(table.locator("[data-row-link]")).toHaveText(rules.map(({ name }) => name));
  await expect(page.getByText("Rules are listed in the order in which they run")).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search rules" });
  // Matches are shown while typing: by a handle, by words, by an operand.
  await search.fill("multiply");
  await expect(table.locator("[data-row-link]")).not.toHaveCount(rules.length);
  await search.fill("markup by cost");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/holds=markup/);
  const row = table.getByRole("row").filter({ hasText: "Marketplace price: markup by cost" });
  await expect(row).toContainText("Cost is less than 25");
  await expectAccessible(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("markup by cost");
});

test("filters are in the address, and apply without a request", async ({ page, stack, api }) => {
  const rules = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules`);
  const links = rulesOf(page).locator("[data-row-link]");
  await expect(links).toHaveCount(rules.length);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "More filters" }).click();
  await choose(page, "Comparator or action used", "Look up in a mapping set");
  await expect(page).toHaveURL(/uses=action\.mapping_set/);
  await expect(links).not.toHaveCount(rules.length);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "Not configured" }).click();
  await expect(rulesOf(page)).toContainText("to use this rule.");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("selected rules are disabled and enabled, with a result for each", async ({
  page,
  stack,
  api,
}) => {
  const [first, second] = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules`);
  for (const rule of [first!, second!])
    await page.getByRole("checkbox", { name: `Select ${rule.name}`, exact: true }).check();
  for (const [word, enabled] of [
    ["Disable", false],
    ["Enable", true],
  ] as const) {
    await page.getByRole("button", { name: `${word}…` }).click();
    const dialog = page.getByRole("dialog", { name: `${word} 2 rules?` });
    await expect(dialog).toContainText("at most 4 requests");
    await dialog.getByRole("button", { name: word, exact: true }).click();
    await expect(dialog.getByRole("listitem")).toHaveText([
      new RegExp(`${word}d`),
      new RegExp(`${word}d`),
    ]);
    await dialog.getByRole("button", { name: "Close" }).click();
    const now = await api<Rule[]>(`/workflow/mapping-rule?ids=${first!.id},${second!.id}`);
    expect(now.map(({ rule }) => rule.enabled)).toEqual([enabled, enabled]);
  }
});

test("a rule is exported to a file and imported as another", async ({ page, stack, api }) => {
  await page.goto(`${stack.url}/mapping-rules`);
  await page.getByRole("checkbox", { name: "Select Price floor: MAP" }).check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export selected as JSON" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8")) as {
    rules: { name: string }[];
  };
  file.rules[0]!.name = "Price floor: from a file";
  const before = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules/import`);
  const field = page.getByLabel("Open a file");
  await field.setInputFiles(jsonFile("rules.json", { a: 1 }));
  await expect(page.getByRole("alert")).toContainText("This file has no mapping rules.");
  await field.setInputFiles(jsonFile("rules.json", file));
  await expect(page.getByRole("list", { name: "Rules of the file" })).toContainText("from a file");
  await expectAccessible(page);
  expect(await api<Rule[]>("/workflow/mapping-rule")).toHaveLength(before.length);
  await page.getByRole("button", { name: "Import 1 rule…" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("link", { name: /^rule \d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Price floor: from a file");
});

test("rules are printed as paragraphs without controls", async ({ page, stack }) => {
  await page.goto(`${stack.url}/mapping-rules/print?ids=2,19`);
  const printed = page.getByRole("article");
  await expect(printed).toHaveCount(2);
  await expect(printed.first()).toContainText("When Product Title exists and Brand is one of");
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("navigation").first()).toBeHidden();
  expect((await page.pdf()).length).toBeGreaterThan(5_000);
});

test("a missing rule is reported", async ({ page, stack }) => {
  await page.goto(`${stack.url}/mapping-rules/1e2`);
  await expect(page.getByText("“1e2” isn't a valid ID.")).toBeVisible();
  await page.goto(`${stack.url}/mapping-rules/999999`);
  await expect(page.getByRole("heading", { level: 1, name: "Mapping rule 999999" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("The API doesn't have this mapping rule.");
});

test("the JSON of a rule is edited as text, and its errors link to their lines", async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/mapping-rules/2?view=json`);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  const text = page.getByRole("textbox", { name: "The rule as JSON" });
  const own = await text.inputValue();
  await text.fill(own.replace('"alwaysRun": false', '"alwaysRun": 3'));
  const fault = page.getByRole("button", { name: /“alwaysRun” must be true or false/ });
  await fault.click();
  await expect(text).toBeFocused();
  const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toBe("3");
  await expectAccessible(page);
  await text.fill(own.replace(/"name": "Title[^"]*"/, '"name": "Named in JSON"'));
  await page.getByRole("button", { name: "Apply to rule" }).click();
  await expect(page.getByText("JSON applied to the rule. You can undo this.")).toBeVisible();
  await expect(text).toHaveValue(/Named in JSON/);
  expect(sent).toEqual([]);
});

test("with an upstream that reads no rules, rules are opened from a file, saved and remembered", async ({
  page,
  documentedOnly,
  stack,
  api,
}) => {
  const [rule] = await api<Rule[]>("/workflow/mapping-rule?ids=2");
  await page.goto(`${documentedOnly.url}/mapping-rules/2`);
  await expect(page.getByText("The API doesn't offer loading mapping rules")).toBeVisible();
  await page.goto(`${documentedOnly.url}/mapping-rules`);
  await expect(page.getByText("The API doesn't offer loading mapping rules")).toBeVisible();
  await expect(page.getByText("No rules opened in this browser")).toBeVisible();
  await page.getByRole("link", { name: "Import rules" }).click();
  const field = page.getByLabel("Open a file");
  await field.setInputFiles(jsonFile("rule.json", [rule, hostileRule]));
  await expect(page.getByRole("alert")).toContainText("nested more than");
  await field.setInputFiles(jsonFile("rule.json", [rule]));
  await expect(page.getByRole("list", { name: "Rules of the file" })).toContainText(
    "When Field 2002 exists",
  );
  await expectAccessible(page);
  await page.getByLabel(`What to do with ${rule!.name}`).selectOption("update");
  await page.getByRole("button", { name: "Import 1 rule…" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("link", { name: "rule 2" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Open in builder" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(rule!.name);
  // The saved rule is current; reading it again can only return the remembered one.
  await page.reload();
  await expect(page.getByText("This is the version in this browser")).toBeVisible();
  await page.goto(`${documentedOnly.url}/mapping-rules`);
  const seen = page.getByRole("table", { name: "Rules opened in this browser" });
  await expect(seen.getByRole("link", { name: rule!.name })).toBeVisible();
  // The catalogue comes from a console whose upstream has one.
  const names = await api<object>("/workflow/meta-data");
  await page.getByLabel("Import catalog").setInputFiles(jsonFile("catalogue.json", { fields: [] }));
  await expect(page.getByRole("alert")).toContainText("This isn't a catalog");
  await page.getByLabel("Import catalog").setInputFiles(jsonFile("catalogue.json", names));
  await expect(page.getByText("are from the file “catalogue.json”")).toBeVisible();
  await expectAccessible(page);
  await seen.getByRole("link", { name: rule!.name }).click();
  await expect(page.getByText("are from the file “catalogue.json”")).toBeVisible();
  expect(stack.url).not.toBe(documentedOnly.url);
});

test("hostile records do no harm", async ({ context }) => {
  const page = await context.newPage();
  const hostile = await startHostileConsole();
  const harm = watchForHarm(page, hostile.url);
  await page.goto(`${hostile.url}/mapping-rules`);
  await page.getByRole("link", { name: "Hostile rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hostile rule" })).toBeVisible();
  for (const path of ["/mapping-rules/print", "/mapping-rules/import"]) {
    await page.goto(hostile.url + path);
    if (path.endsWith("import"))
      await page.getByLabel("Open a file").setInputFiles(jsonFile("rule.json", hostileRule));
    await page.waitForLoadState("networkidle");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(1440);
  }
  expect(harm).toEqual([]);
  await hostile.close();
});
