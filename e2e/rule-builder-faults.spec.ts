import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
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
import { expect, test } from "./support/test.ts";

/* Faults of the upstream and changes by other users during work on rules. */

test("a save whose response is lost is checked, and sent once", async ({ page, faulty, api }) => {
  const { id } = await post(api, createRuleRequest("Answer lost", [["one"]]));
  await page.goto(`${faulty.url}/mapping-rules/${id}`);
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
  expect(listTexts(await ruleNow(api, id))).toEqual([["arrived"]]);

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
  expect(listTexts(await ruleNow(api, id))).toEqual([["again"]]);
  expect(saves()).toBe(3);
});

test("a new rule whose response is lost is found, and not created twice", async ({
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
  // The page is closed before the check.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(outcome(page)).toContainText("Save status unknown");
  await expect(review(page)).toHaveAttribute("aria-disabled", "true");
  const shown = await row(page, "“copied”").elementHandle();
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(page).toHaveURL(/\/mapping-rules\/\d+$/);
  await isSaved(page);
  expect(await rulesNamed(api, "Made once")).toHaveLength(1);
  expect(saves()).toBe(1);
  // The rule that was found stays on the screen, so that a click while its address changes is not lost.
  await expect(page.getByRole("link", { name: "Duplicate" })).toBeVisible();
  expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
  // From now on the draft belongs to the rule, and the next save changes that rule.
  await editOperand(page, "copied", "changed");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, "“changed”")).toBeVisible();
  await send(page);
  await isSaved(page);
  expect((await rulesNamed(api, "Made once")).map(listTexts)).toEqual([[["changed"]]]);
});

test("many clicks on Create create one rule", async ({ page, faulty, api }) => {
  const { id } = await post(api, createRuleRequest("To click", [["x"]]));
  await page.goto(`${faulty.url}/mapping-rules/new?copy=${id}`);
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
});

test("a refusal leads to the row that it names, and nothing is lost", async ({
  page,
  faulty,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Refused", [["one", "two"], ["three"]]));
  await page.goto(`${faulty.url}/mapping-rules/${id}`);
  await editOperand(page, "one", "1");
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
});

test("a refused token, a rate limit, an outage: reported, nothing lost, saved afterwards", async ({
  page,
  faulty,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Faults", [["0"]]));
  await page.goto(`${faulty.url}/mapping-rules/${id}`);
  const failures: readonly (readonly [string, () => Promise<void> | void, RegExp, RegExp])[] = [
    [
      "GET",
      () => faulty.upstream.fail("GET", rulePath, { status: 401, body: { error: "Expired" } }),
      /The API rejected the token|token not accepted/i,
      /nothing was sent/i,
    ],
    [
      "POST",
      () => faulty.upstream.fail("POST", rulePath, { status: 401, body: { error: "Expired" } }),
      /The API rejected the token|token not accepted/i,
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
      /Rate limit reached|Too many requests/,
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
    await editOperand(page, String(at), String(at + 1));
    await fault();
    await send(page);
    await expect(outcome(page)).toContainText(title);
    await expect(outcome(page)).toContainText(rest);
    await expect(outcome(page)).toContainText(/changes are still here/);
    await expect(row(page, `“${at + 1}”`)).toBeVisible();
  }
  expect(listTexts(await ruleNow(api, id))).toEqual([["0"]]);
  await faulty.upstream.up();
  await send(page);
  await isSaved(page);
  expect(listTexts(await ruleNow(api, id))).toEqual([["4"]]);
});

test("a draft survives a crash, and is merged with what another user saved meanwhile", async ({
  context,
  page,
  stack,
  api,
}) => {
  const made = await post(api, createRuleRequest("Crashed", [["one", "two"], ["three"]]));
  const at = `${stack.url}/mapping-rules/${made.id}`;
  await page.goto(at);
  await editOperand(page, "one", "mine");
  await editOperand(page, "three", "mine too");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await page.goto("chrome://crash").catch(() => undefined);

  const theirs = structuredClone(toMappingRuleRequest(made)!);
  theirs.rule.groups[0]!.conditions[1]!.condition = "theirs";
  await post(api, theirs);
  const second = await context.newPage();
  await second.goto(at);
  await expect(second.getByText(/Unsaved changes from .* restored/)).toBeVisible();
  await expect(second.getByText(/Another person has changed the rule since then/)).toBeVisible();
  for (const text of ["mine", "theirs", "mine too"])
    await expect(row(second, `“${text}”`)).toBeVisible();
  await second.close();

  // If both changed the same value, the user chooses; going back to editing loses neither.
  const now = toMappingRuleRequest(await ruleNow(api, made.id))!;
  now.rule.groups[0]!.conditions[0]!.condition = "theirs as well";
  await post(api, now);
  const third = await context.newPage();
  await third.goto(at);
  const choice = third.getByRole("dialog", { name: "Another person has changed this rule" });
  await choice.getByRole("button", { name: "Back to editing" }).click();
  await expect(row(third, "“mine”")).toBeVisible();
  await send(third);
  await choice.getByRole("radio", { name: /^Their version: .*“theirs as well”/ }).check();
  await choice.getByRole("button", { name: "Merge changes" }).click();
  await third.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await isSaved(third);
  expect(listTexts(await ruleNow(api, made.id))).toEqual([
    ["theirs as well", "theirs"],
    ["mine too"],
  ]);
  // Once saved, it is no longer a draft.
  await third.reload();
  await expect(row(third, "“mine too”")).toBeVisible();
  await expect(third.getByText(/that were not saved/)).toHaveCount(0);
  await third.close();
});

test("a new rule that was not created is restored after a crash", async ({
  context,
  page,
  stack,
}) => {
  await page.goto(`${stack.url}/mapping-rules/new`);
  await nameOfRule(page).fill("Half built");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await page.goto("chrome://crash").catch(() => undefined);
  const again = await context.newPage();
  await again.goto(`${stack.url}/mapping-rules/new`);
  await expect(again.getByRole("heading", { level: 1, name: "Half built" })).toBeVisible();
  await expect(again.getByText(/Unsaved changes from .* restored/)).toBeVisible();
  await again.getByRole("button", { name: "Discard changes" }).first().click();
  await expect(nameOfRule(again)).toHaveValue("");
  await again.close();
});
