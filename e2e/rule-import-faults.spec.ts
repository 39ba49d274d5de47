import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { post, createRuleRequest } from "./support/rule-builder.ts";
import {
  countSaves,
  createFile,
  isSaved,
  nameOfRule,
  openDetails,
  outcome,
  rulePath,
  ruleNow,
  rulesNamed,
  send,
} from "./support/save-rules.ts";
import { expect, test } from "./support/test.ts";

test("if the upstream cannot read rules, a rule from a file is edited and saved in the builder", async ({
  page,
  faulty,
  api,
}) => {
  const made = await post(api, createRuleRequest("From a file", [["one"]]));
  const kept = '{"b":  1.0, "a":[ ]}';
  const request = structuredClone(toMappingRuleRequest(made)!);
  request.rule.tierData = kept;
  request.rule.groups[0]!.conditions[0]!.metaData = kept;
  const file = createFile("rule.json", JSON.stringify(request));
  faulty.upstream.fail("GET", rulePath, { status: 405 }, { times: 1_000 });
  faulty.upstream.fail("GET", "/workflow/meta-data", { status: 405 }, { times: 1_000 });
  await page.goto(`${faulty.url}/mapping-rules/import`);
  await page.getByLabel("Open a file").setInputFiles(file);
  await page.getByRole("button", { name: "Open in builder" }).click();
  await expect(page.getByText("This is the version in this browser")).toBeVisible();
  // Without a catalogue the meaning of its ids is unknown: they stay unchanged, and the name can still be changed.
  await openDetails(page);
  await nameOfRule(page).fill("From a file, renamed");
  await send(page);
  await isSaved(page);
  const after = await ruleNow(api, made.id);
  expect(after.name).toBe("From a file, renamed");
  expect(after.rule!.tierData).toBe(kept);
  expect(after.rule!.groups[0]!.conditions[0]!.metaData).toBe(kept);
  expect(after.rule!.groups[0]!.conditions[0]!.id).toBe(made.rule!.groups[0]!.conditions[0]!.id);

  // Here the result of a lost response cannot be checked: the user decides when it may be sent again.
  await nameOfRule(page).fill("Lost to sight");
  faulty.upstream.fail("POST", rulePath, "lost answer");
  const saves = countSaves(faulty);
  await send(page);
  await expect(outcome(page)).toContainText("Save status unknown");
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(outcome(page)).toContainText("The console can't load this rule");
  await page.getByRole("button", { name: "I've checked. Enable saving" }).click();
  expect(saves()).toBe(1);
  await send(page);
  await isSaved(page);
  expect((await ruleNow(api, made.id)).name).toBe("Lost to sight");
});

test("an import that breaks off is gone on with, and makes nothing twice", async ({
  page,
  faulty,
  api,
}) => {
  const names = ["first", "second", "third", "fourth"].map((word) => `Broken off: ${word}`);
  const rules = names.map((name) => createRuleRequest(name, [["x"]]));
  await page.goto(`${faulty.url}/mapping-rules/import`);
  await page
    .getByLabel("Open a file")
    .setInputFiles(createFile("four.json", JSON.stringify(rules)));
  faulty.upstream.fail("POST", rulePath, "lost answer", { after: 1 });
  faulty.upstream.fail("POST", rulePath, {
    status: 400,
    body: { error: "Not today", issues: [] },
  });
  faulty.upstream.fail("POST", rulePath, { status: 429, body: { error: "Slow down" } });
  await page.getByRole("button", { name: "Import 4 rules…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import 4 rules" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("listitem")).toHaveText([
    /Created as rule \d+/,
    /Status unknown/,
    /Not imported: Not today/,
    /Not imported: Slow down/,
  ]);
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  // Rules that exist, or may exist, are left out; the rest continues.
  await page.getByRole("button", { name: "Import 2 rules…" }).click();
  const rest = page.getByRole("dialog", { name: "Import 2 rules" });
  await rest.getByRole("button", { name: "Import", exact: true }).click();
  await expect(rest.getByRole("listitem")).toHaveText([/Created as rule/, /Created as rule/]);
  for (const name of names) expect(await rulesNamed(api, name)).toHaveLength(1);
});
