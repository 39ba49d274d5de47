import type { Page } from "@playwright/test";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import type { Api } from "./support/call-api.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { editOperand, post, row, createRuleRequest } from "./support/rule-builder.ts";
import {
  countSaves,
  isSaved,
  nameOfRule,
  openDetails,
  outcome,
  review,
  rulePath,
  ruleNow,
  rulesNamed,
  send,
  listTexts,
} from "./support/save-rules.ts";
import { crash } from "./support/crash.ts";
import { expect, type FaultyConsole, test } from "./support/test.ts";

/* Faults of the upstream and changes by other users during work on rules. */

const loseResponses = async (page: Page, faulty: FaultyConsole, api: Api, id: number) => {
  await editOperand(page, "one", "arrived");
  const saves = countSaves(faulty);
  faulty.upstream.fail("POST", rulePath, "lost answer");
  await send(page);
  await expect(outcome(page)).toContainText("Save status unknown");
  await expect(row(page, "“arrived”")).toBeVisible();
  // It cannot be sent again before it was checked.
  await expect(review(page)).toHaveAttribute("aria-disabled", "true");
  await review(page).click({ force: true });
  await page.getByRole("button", { name: "Check status" }).click();
  await isSaved(page);
  await expect(outcome(page)).toHaveCount(0);
  expect(saves()).toBe(1);
  expect(listTexts(await ruleNow(api, id))).toEqual([["arrived", "two"], ["three"]]);

  // The same, but nothing was saved, and the check fails at first.
  await editOperand(page, "arrived", "again");
  faulty.upstream.fail("POST", rulePath, "cut");
  await send(page);
  await expect(outcome(page)).toContainText("Save status unknown");
  faulty.upstream.fail("GET", rulePath, { status: 500 }, { times: 2 });
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(outcome(page)).toContainText("Save status unknown");
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(outcome(page)).toContainText("Changes not saved");
  await send(page);
  await isSaved(page);
  expect(listTexts(await ruleNow(api, id))).toEqual([["again", "two"], ["three"]]);
  expect(saves()).toBe(3);
};

const refuseRow = async (page: Page, faulty: FaultyConsole, api: Api, id: number) => {
  await editOperand(page, "again", "1");
  await editOperand(page, "three", "3");
  faulty.upstream.fail("POST", rulePath, {
    status: 400,
    body: {
      error: "The body is not valid",
      issues: [{ path: "rule.groups.1.conditions.0.condition", message: "Is far too long" }],
    },
  });
  await send(page);
  await expect(outcome(page)).toContainText("Is far too long");
  await expect(row(page, "“3”")).toBeFocused();
  await expect(row(page, "“3”")).toHaveAccessibleDescription(/Is far too long/);
  await expect(row(page, "“1”")).toBeVisible();
  await editOperand(page, "3", "short");
  await expect(page.getByText("Is far too long")).toHaveCount(0);
  await send(page);
  await isSaved(page);
  expect(listTexts(await ruleNow(api, id))).toEqual([["1", "two"], ["short"]]);
};

const failEverywhere = async (page: Page, faulty: FaultyConsole, api: Api, id: number) => {
  const failures: readonly (readonly [string, () => Promise<void> | void, RegExp, RegExp])[] = [
    [
      "GET",
      () => faulty.upstream.fail("GET", rulePath, { status: 401, body: { error: "Expired" } }),
      /No access to these records/,
      /nothing was sent/i,
    ],
    [
      "POST",
      () => faulty.upstream.fail("POST", rulePath, { status: 401, body: { error: "Expired" } }),
      /No access to these records/,
      /Nothing was saved/,
    ],
    [
      "POST",
      () =>
        faulty.upstream.fail("POST", rulePath, {
          status: 429,
          body: { error: "Rate limit exceeded", data: { limit: 2, window: "1s" } },
          headers: { "Retry-After": "1" },
        }),
      /Too much at once|Too many requests/,
      /Nothing was saved/,
    ],
    [
      "GET",
      () => faulty.upstream.down(),
      /cannot be reached|not available|reach/i,
      /nothing was sent/i,
    ],
  ];
  for (const [at, [, fault, title, rest]] of failures.entries()) {
    await editOperand(page, at === 0 ? "two" : `fault ${at}`, `fault ${at + 1}`);
    await fault();
    await send(page);
    await expect(outcome(page)).toContainText(title);
    await expect(outcome(page)).toContainText(rest);
    await expect(outcome(page)).toContainText(/changes are still here/);
    await expect(row(page, `“fault ${at + 1}”`)).toBeVisible();
  }
  expect(listTexts(await ruleNow(api, id))).toEqual([["1", "two"], ["short"]]);
  await faulty.upstream.up();
  await send(page);
  await isSaved(page);
  expect(listTexts(await ruleNow(api, id))).toEqual([["1", "fault 4"], ["short"]]);
};

test("a lost response, a refusal, a rate limit and an outage of a save: reported, nothing lost or sent twice, saved afterwards", async ({
  page,
  faulty,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Faults", [["one", "two"], ["three"]]));
  await page.goto(`${faulty.url}/mapping-rules/${id}`);
  await test.step("a save whose response is lost is checked, and sent once", () =>
    loseResponses(page, faulty, api, id));
  await test.step("a refusal leads to the row that it names, and nothing is lost", () =>
    refuseRow(page, faulty, api, id));
  await test.step("a refused token, a rate limit, an outage: reported, nothing lost, saved afterwards", () =>
    failEverywhere(page, faulty, api, id));
});

/** Creates a copy of the open rule by many clicks. */
const createByClicks = async (page: Page, faulty: FaultyConsole, api: Api) => {
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page).toHaveURL(/\/mapping-rules\/new\?copy=\d+$/);
  await openDetails(page);
  await nameOfRule(page).fill("Clicked");
  const saves = countSaves(faulty);
  await review(page).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Create" })
    .click({ clickCount: 5, delay: 5 });
  await expect(page).toHaveURL(/\/mapping-rules\/\d+$/);
  await isSaved(page);
  expect(saves()).toBe(1);
  expect(await rulesNamed(api, "Clicked")).toHaveLength(1);
};

test("a new rule whose response is lost is found, and not created twice, neither by many clicks", async ({
  page,
  faulty,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("To copy", [["copied"]]));
  await page.goto(`${faulty.url}/mapping-rules/new?copy=${id}`);
  await openDetails(page);
  await nameOfRule(page).fill("Made once");
  const saves = countSaves(faulty);
  faulty.upstream.fail("POST", rulePath, "lost answer");
  await send(page);
  await expect(outcome(page)).toContainText("Save status unknown");
  await expect(review(page)).toHaveAttribute("aria-disabled", "true");
  // The page is closed before the check; the next one checks by itself.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page).toHaveURL(/\/mapping-rules\/\d+$/);
  await isSaved(page);
  expect(await rulesNamed(api, "Made once")).toHaveLength(1);
  expect(saves()).toBe(1);
  await expect(page.getByRole("link", { name: "Duplicate" })).toBeVisible();
  // From now on the draft belongs to the rule, and the next save changes that rule.
  await editOperand(page, "copied", "changed");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, "“changed”")).toBeVisible();
  await send(page);
  await isSaved(page);
  expect((await rulesNamed(api, "Made once")).map(listTexts)).toEqual([[["changed"]]]);
  await test.step("many clicks on Create create one rule", () => createByClicks(page, faulty, api));
});

const crashNewRule = async (page: Page, url: string) => {
  await page.goto(`${url}/mapping-rules/new`);
  await nameOfRule(page).fill("Half built");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await crash(page);
};

const restoreNewRule = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1, name: "Half built" })).toBeVisible();
  await expect(page.getByText(/Unsaved changes from .* restored/)).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).first().click();
  await expect(nameOfRule(page)).toHaveValue("");
};

test("drafts survive a crash: of a new rule, and of one that another user saved meanwhile, merged", async ({
  context,
  page,
  stack,
  api,
}) => {
  const made = await post(api, createRuleRequest("Crashed", [["one", "two"], ["three"]]));
  const at = `${stack.url}/mapping-rules/${made.id}`;
  await test.step("a new rule that was not created is restored after a crash", () =>
    crashNewRule(page, stack.url));
  const first = await context.newPage();
  await first.goto(`${stack.url}/mapping-rules/new`);
  await restoreNewRule(first);
  await navigateTo(first, `/mapping-rules/${made.id}`);
  await editOperand(first, "one", "mine");
  await editOperand(first, "three", "mine too");
  await expect(first.getByText(/Draft saved/)).toBeVisible();
  await crash(first);

  const theirs = structuredClone(toMappingRuleRequest(made)!);
  theirs.rule.groups[0]!.conditions[1]!.condition = "theirs";
  await post(api, theirs);
  const second = await context.newPage();
  await second.goto(at);
  await expect(second.getByText(/Unsaved changes from .* restored/)).toBeVisible();
  await expect(second.getByText(/Another person has changed the rule since then/)).toBeVisible();
  for (const text of ["mine", "theirs", "mine too"])
    await expect(row(second, `“${text}”`)).toBeVisible();

  // If both changed the same value, the user chooses; going back to editing loses neither.
  const now = toMappingRuleRequest(await ruleNow(api, made.id))!;
  now.rule.groups[0]!.conditions[0]!.condition = "theirs as well";
  await post(api, now);
  await second.reload();
  const choice = second.getByRole("dialog", { name: "Another person has changed this rule" });
  await choice.getByRole("button", { name: "Back to editing" }).click();
  await expect(row(second, "“mine”")).toBeVisible();
  await send(second);
  await choice.getByRole("radio", { name: /^Keep their version: .*“theirs as well”/ }).check();
  await choice.getByRole("button", { name: "Merge changes" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await isSaved(second);
  expect(listTexts(await ruleNow(api, made.id))).toEqual([
    ["theirs as well", "theirs"],
    ["mine too"],
  ]);
  // Once saved, it is no longer a draft.
  await second.reload();
  await expect(row(second, "“mine too”")).toBeVisible();
  await expect(second.getByText(/that were not saved/)).toHaveCount(0);
  await second.close();
});
