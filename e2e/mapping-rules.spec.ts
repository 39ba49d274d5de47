import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import type { Api } from "./support/call-api.ts";
import { choose } from "./support/choose.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { hostileRule } from "./support/hostile-upstream.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";
import { waitUntilLoaded } from "./support/wait-until-loaded.ts";
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

const openList = (page: Page) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Mapping rules" })
    .click();

const searchList = async (page: Page) => {
  const table = rulesOf(page);
  const links = table.locator("[data-row-link]");
  const all = await links.count();
  const search = page.getByRole("searchbox", { name: "Search rules" });
  // Matches are shown while typing: by a handle, by words, by an operand.
  await search.fill("multiply");
  await expect(links).not.toHaveCount(all);
  await search.fill("markup by cost");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/holds=markup/);
  const row = table.getByRole("row").filter({ hasText: "Marketplace price: markup by cost" });
  await expect(row).toContainText("Cost is less than 25");
  await expectAccessible(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("markup by cost");
  await openList(page);
  await expect(links).toHaveCount(all);
};

const filterList = async (page: Page) => {
  const links = rulesOf(page).locator("[data-row-link]");
  const all = await links.count();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "More filters" }).click();
  await choose(page, "Comparator or action used", "Look up in a mapping set");
  await expect(page).toHaveURL(/uses=action\.mapping_set/);
  await expect(links).not.toHaveCount(all);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "Not configured" }).click();
  await expect(rulesOf(page)).toContainText("to use this rule.");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
};

const changeSelected = async (page: Page, api: Api, [first, second]: readonly Rule[]) => {
  await openList(page);
  for (const [word, enabled] of [
    ["Disable", false],
    ["Enable", true],
  ] as const) {
    for (const rule of [first!, second!])
      await page.getByRole("checkbox", { name: `Select ${rule.name}`, exact: true }).check();
    await page.getByRole("button", { name: `${word}…` }).click();
    const dialog = page.getByRole("dialog", { name: `${word} 2 rules?` });
    await expect(dialog).toContainText("Each rule is loaded again first");
    // The two questions differ in one word.
    if (enabled) await expectAccessibleInBoth(page);
    await dialog.getByRole("button", { name: word, exact: true }).click();
    const strip = page.getByRole("region", { name: "Rules in progress" });
    await expect(strip.getByRole("heading", { name: "Finished" })).toBeVisible();
    await expect(strip).toContainText(`2 of 2 rules ${word.toLowerCase()}d`);
    if (enabled) await expectAccessible(page);
    await strip.getByRole("button", { name: "Close" }).click();
    await expect(strip).toBeHidden();
    const now = await api<Rule[]>(`/workflow/mapping-rule?ids=${first!.id},${second!.id}`);
    expect(now.map(({ rule }) => rule.enabled)).toEqual([enabled, enabled]);
  }
};

interface RuleFile {
  rules: { id: number; name: string }[];
}

/**
 * Another account's rule can have the same ID: only a match that a name or a part confirms is for all rules. A rule here
 * is left to one rule of the file.
 */
const matchRules = async (page: Page, file: RuleFile) => {
  const [own] = file.rules;
  const text = JSON.stringify(own, (key, value: unknown) => (key === "id" ? undefined : value));
  const other = { ...(JSON.parse(text) as object), id: own!.id, name: "Of another account" };
  const open = (rules: object[]) =>
    page.getByLabel("Open a file").setInputFiles(jsonFile("rules.json", { ...file, rules }));
  const choices = page.getByLabel("What to do with");
  await open([own!, other]);
  await page.getByLabel("For all rules").selectOption("update");
  await expect(choices).toHaveCount(2);
  await expect(choices.first()).toHaveValue("update");
  await expect(choices.first()).not.toContainText("(only the ID matches)");
  await expect(choices.last()).toHaveValue("create");
  await expect(choices.last()).not.toContainText("Overwrite");
  await open([other, { ...other, name: "Another of that account" }]);
  await expect(page.getByLabel("What to do with Another of that account")).toBeVisible();
  await expect(choices.first()).toContainText("(only the ID matches)");
  await page.getByLabel("For all rules").selectOption("update");
  await expect(choices.first()).toHaveValue("create");
};

const exportAndImport = async (page: Page, api: Api) => {
  await openList(page);
  const chosen = page.getByRole("checkbox", { name: "Select Price floor: MAP" });
  await chosen.check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export selected as JSON" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8")) as RuleFile;
  await chosen.uncheck();
  const unchanged = structuredClone(file);
  file.rules[0]!.name = "Price floor: from a file";
  const before = await api<Rule[]>("/workflow/mapping-rule");
  await navigateTo(page, "/mapping-rules/import");
  const field = page.getByLabel("Open a file");
  await field.setInputFiles(jsonFile("rules.json", { a: 1 }));
  await expect(page.getByRole("alert")).toContainText("This file has no mapping rules.");
  await matchRules(page, file);
  // The same rule is here already.
  await field.setInputFiles(jsonFile("rules.json", unchanged));
  const choices = page.getByLabel("What to do with");
  await expect(choices).toHaveCount(1);
  await expect(choices).toHaveValue("skip");
  await expect(
    page.getByText(/^No changes: rule \d+ “Price floor: MAP” is the same\.$/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 0 rules…" })).toBeDisabled();
  await field.setInputFiles(jsonFile("rules.json", file));
  await expect(page.getByRole("list", { name: "Rules of the file" })).toContainText("from a file");
  await expectAccessible(page);
  expect(await api<Rule[]>("/workflow/mapping-rule")).toHaveLength(before.length);
  await page.getByRole("button", { name: "Import 1 rule…" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("link", { name: /^rule \d+$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Price floor: from a file");
};

test("rules are listed in the order they run, searched, filtered, copied by a file, disabled and enabled", async ({
  page,
  stack,
  api,
}) => {
  const rules = await api<Rule[]>("/workflow/mapping-rule");
  await page.goto(`${stack.url}/mapping-rules`);
  const links = rulesOf(page).locator("[data-row-link]");
  await expect(links).toHaveText(rules.map(({ name }) => name));
  await expect(page.getByText("The service sets the order in which rules run.")).toBeVisible();
  await test.step("the search finds rules by what they do", () => searchList(page));
  await test.step("filters are in the address, and apply without a request", () =>
    filterList(page));
  await test.step("a rule is exported to a file and imported as another", () =>
    exportAndImport(page, api));
  await test.step("selected rules are disabled and enabled, with a result for each", () =>
    changeSelected(page, api, rules));
});

const replaceFromJson = async (page: Page) => {
  const shown = page.getByRole("textbox", { name: "The rule as JSON" });
  await expect(shown).toHaveValue(/"alwaysRun": false/);
  const own = await shown.inputValue();
  const dialog = page.getByRole("dialog", { name: "Replace this rule from JSON" });
  await page.getByRole("button", { name: "Replace from JSON…" }).press("Enter");
  const field = dialog.getByRole("textbox", { name: "JSON of a rule" });
  await expect(field).toBeFocused();
  for (const [text, why] of [
    [`${"[".repeat(5_000)}${"]".repeat(5_000)}`, "nested more than"],
    ['{"__proto__": {"polluted": true}, "rule": {"constructor": 1}}', "“name” is missing"],
    [own.replace('"alwaysRun": false', '"alwaysRun": 3'), "“alwaysRun” must be true or false"],
  ] as const) {
    await field.fill(text);
    await dialog.getByRole("button", { name: "Replace rule" }).click();
    await expect(dialog).toContainText(why);
  }
  expect(await page.evaluate(() => ({}) as { polluted?: boolean })).toEqual({});
  await expectAccessible(page);
  await field.fill(own.replace(/"name": "Title[^"]*"/, '"name": "Named in JSON"'));
  await dialog.getByRole("button", { name: "Replace rule" }).click();
  await expect(page.getByText("Rule replaced. You can undo this.")).toBeVisible();
  await expect(shown).toHaveValue(/Named in JSON/);
  await page.keyboard.press("Control+z");
  await expect(shown).toHaveValue(own);
};

test("rules are printed as paragraphs, missing ones are reported, and one is replaced from JSON", async ({
  page,
  stack,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    // The products that a rule is tested on are asked for by POST.
    const isRead = request.method() === "GET" || request.url().endsWith("/samples");
    if (!isRead) sent.push(request.url());
  });
  await page.goto(`${stack.url}/mapping-rules/print?ids=2,19`);
  await test.step("rules are printed as paragraphs without controls", async () => {
    const printed = page.getByRole("article");
    await expect(printed).toHaveCount(2);
    await expect(printed.first()).toContainText("When Product Title exists and Brand is one of");
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("navigation").first()).toBeHidden();
    expect((await page.pdf()).length).toBeGreaterThan(5_000);
    await page.emulateMedia({ media: "screen" });
  });
  await test.step("a missing rule is reported", async () => {
    await navigateTo(page, "/mapping-rules/1e2");
    await expect(page.getByText("“1e2” isn't a valid ID.")).toBeVisible();
    await navigateTo(page, "/mapping-rules/999999");
    await expect(
      page.getByRole("heading", { level: 1, name: "Mapping rule 999999" }),
    ).toBeVisible();
    await expect(page.getByRole("alert")).toContainText(
      "This mapping rule doesn't exist any more.",
    );
  });
  await navigateTo(page, "/mapping-rules/2?view=json");
  await test.step("pasted JSON replaces the rule in one step, or is refused with a reason", () =>
    replaceFromJson(page));
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
  await expect(page.getByText("The service doesn't offer loading mapping rules")).toBeVisible();
  await openList(page);
  await expect(page.getByText("The service doesn't offer loading mapping rules")).toBeVisible();
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
  await openList(page);
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

test("hostile records do no harm", async ({ page, faulty }) => {
  const { fail } = faulty.upstream;
  fail("GET", "/workflow/mapping-rule", { status: 200, body: [hostileRule] }, { times: 100 });
  fail("GET", "/workflow/meta-data", { status: 405 }, { times: 100 });
  const harm = watchForHarm(page, faulty.url);
  await page.goto(`${faulty.url}/mapping-rules`);
  await page.getByRole("link", { name: "Hostile rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hostile rule" })).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page);
  const checkWidth = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      1440,
    );
  await navigateTo(page, "/mapping-rules/print");
  await expect(page.getByRole("article")).toContainText("Hostile rule <script>");
  await checkWidth();
  await navigateTo(page, "/mapping-rules/import");
  await page.getByLabel("Open a file").setInputFiles(jsonFile("rule.json", hostileRule));
  await expect(page.getByRole("alert")).toContainText("nested more than");
  await checkWidth();
  expect(harm).toEqual([]);
});
