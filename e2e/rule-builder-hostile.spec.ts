import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { keepNotifications } from "./support/keep-notifications.ts";
import { navigateTo } from "./support/navigate-to.ts";
import {
  editOperand,
  post,
  row,
  findRowForm,
  findRows,
  createRuleRequest,
} from "./support/rule-builder.ts";
import {
  createFile,
  isSaved,
  nameOfRule,
  openDetails,
  outcome,
  rulePath,
  ruleNow,
  send,
  listTexts,
} from "./support/save-rules.ts";
import { expect, test } from "./support/test.ts";
import { watchForHarm } from "./support/watch-for-harm.ts";

/* Rules with unexpected content, and browsers without storage. */

const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test("parts of a rule that this console does not know are sent back unchanged", async ({
  page,
  faulty,
}) => {
  const odd = ' {"z":1e400,"a" : "\\u0000\\ud800", "__proto__": {"x": [[]]}}\t';
  const condition = {
    id: 71,
    rank: 1,
    globalObjectFieldId: 2_002,
    workflowDataTypeComparatorId: 987_654,
    condition: " \u202eone\u0000 ",
    condition2: "left over",
    metaData: odd,
    fromTheFuture: { kept: "by the upstream" },
  };
  const action = {
    id: 81,
    rank: 1,
    globalObjectFieldId: 876_543,
    workflowDataTypeActionId: 765_432,
    value: "<script>alert(1)</script>",
    metaData: odd,
    usesOtherFieldScope: "tomorrow",
  };
  const group = { id: 61, rank: 1, conditions: [condition] };
  const held = {
    id: 654_321,
    name: "From the future",
    description: "",
    eventId: 1,
    useOriginalInputValue: true,
    globalObjectFieldId: 2_002,
    globalDataTypeId: 1,
    rule: {
      id: 51,
      name: "From the future",
      workflowRuleTypeId: 1,
      alwaysRun: false,
      enabled: true,
      groups: [group],
      actions: [action],
      childRules: [],
      tierData: odd,
      updatedAt: "2026-01-01T00:00:00.123Z",
    },
  };
  const harm = watchForHarm(page, faulty.url);
  faulty.upstream.fail("GET", rulePath, { status: 200, body: [held] }, { times: 1_000 });
  await page.goto(`${faulty.url}/mapping-rules/${held.id}`);
  await openDetails(page);
  await nameOfRule(page).fill("Renamed");
  faulty.upstream.fail("POST", rulePath, { status: 200, body: { ...held, name: "Renamed" } });
  await send(page);
  await isSaved(page);
  const sent = JSON.parse(faulty.upstream.arrived("POST", rulePath).at(-1)!.body) as typeof held;
  const { rank: _, fromTheFuture: __, ...sentCondition } = condition;
  const { rank: ___, ...sentAction } = action;
  expect(sent).toMatchObject({
    id: held.id,
    name: "Renamed",
    rule: { id: 51, tierData: odd, groups: [{ id: 61 }], updatedAt: held.rule.updatedAt },
  });
  expect(sent.rule.groups[0]!.conditions[0]).toMatchObject(sentCondition);
  expect(sent.rule.actions[0]).toMatchObject(sentAction);
  expect(harm).toEqual([]);
});

test("a browser without storage is reported, and everything else works", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Private window", [["one"]]));
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("Refused", "SecurityError");
    };
    IDBFactory.prototype.open = refuse;
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, { get: refuse });
  });
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await editOperand(page, "one", "private");
  await expect(page.getByText(/This browser can't keep a draft/)).toBeVisible();
  await page.getByRole("link", { name: "RMAs" }).click();
  const asked = page.getByRole("dialog", { name: "Leave with unsaved changes?" });
  await expect(asked.getByText("A draft stays in this browser")).toHaveCount(0);
  await asked.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("link", { name: "Versions" }).click();
  await expect(page.getByText("No versions yet")).toBeVisible();
  await page.getByRole("link", { name: "Rule", exact: true }).click();
  await send(page);
  await isSaved(page);
  expect(listTexts(await ruleNow(api, id))).toEqual([["private"]]);
  await navigateTo(page, "/mapping-rules/import");
  await page
    .getByLabel("Open a file")
    .setInputFiles(
      createFile("one.json", JSON.stringify(createRuleRequest("Given privately", [["given"]]))),
    );
  await page.getByRole("button", { name: "Open in builder" }).click();
  await expect(row(page, "“given”")).toBeVisible();
});

test("hostile files and pastes are reported, and run nothing", async ({ page, stack, api }) => {
  const harm = watchForHarm(page, stack.url);
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script> \u202eevil";
  const good = createRuleRequest(evil, [[evil, "ends\u0000"]]);
  const deep = `${'{"rule":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const long = test.info().outputPath("long.json");
  await writeFile(long, JSON.stringify({ ...good, description: "x".repeat(33 * 1024 * 1024) }));
  const files: readonly (readonly [text: string, message: RegExp])[] = [
    ["", /This file is empty/],
    ["\u0000\u0000PK", /This isn't JSON/],
    [deep, /nested more than \d+ levels deep/],
    ['{"__proto__": {"rule": {}, "eventId": 1}}', /has no mapping rules/],
  ];
  await page.goto(`${stack.url}/mapping-rules/import`);
  const open = (text: string) =>
    page.getByLabel("Open a file").setInputFiles(createFile(`${evil}.json`, text));
  for (const [text, message] of files) {
    await open(text);
    await expect(page.getByRole("alert")).toContainText(message);
  }
  await page.getByLabel("Open a file").setInputFiles(long);
  await expect(page.getByRole("alert")).toContainText(/This file is too large/);
  await open(
    `[${JSON.stringify(good)}, {"__proto__": {"polluted": 1}, "rule": {"__proto__": null}, "eventId": 1}, 5, null]`,
  );
  await expect(page.getByText(/entries aren't valid rules/)).toBeVisible();
  const list = page.getByRole("list", { name: "Rules of the file" });
  await expect(list).toContainText("<script>alert(2)</script>");
  await list.getByRole("button", { name: "Open in builder" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>");

  const { id } = await post(api, createRuleRequest("Pasted into", [["one"]]));
  await navigateTo(page, `/mapping-rules/${id}`);
  await row(page, "“one”").focus();
  const before = await findRows(page).count();
  const letThemEnd = await keepNotifications(page);
  for (const text of [
    evil,
    deep,
    "[]",
    '{"supercargo":"rule-parts","version":1,"parts":[{"kind":"constructor","tree":{"__proto__":{}}}]}',
  ]) {
    await paste(page, text);
    const told = page.getByText(/Nothing was pasted/);
    await expect(told).toBeVisible();
    expect(await findRows(page).count()).toBe(before);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(told).toBeHidden();
    await row(page, "“one”").focus();
  }
  await letThemEnd();
  await paste(page, JSON.stringify(good.rule.groups[0]!.conditions));
  // Characters that change the writing direction are shown, and change nothing after them.
  await expect(row(page, "</script> ‹U+202E›evil”, any case")).toBeVisible();
  // The API refuses NUL, and reports it at the row, where it is visible.
  await send(page);
  await expect(outcome(page)).toContainText("can't contain the NUL character");
  await expect(row(page, "“ends␀”")).toBeFocused();
  await row(page, "“ends␀”").press("Enter");
  await findRowForm(page).getByRole("textbox", { name: "Text" }).fill("ends");
  await page.keyboard.press("Escape");
  await send(page);
  await isSaved(page);
  expect(listTexts(await ruleNow(api, id))).toEqual([["one", evil, "ends"]]);
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
  expect(harm).toEqual([]);
});
