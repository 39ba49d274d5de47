import type { Page } from "@playwright/test";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { selectSize } from "#database/testing/sizes.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import {
  editOperand,
  findEditor,
  post,
  row,
  findRowForm,
  createRuleRequest,
  sentences,
} from "./support/rule-builder.ts";
import { isSaved, listTexts, ruleNow, send } from "./support/save-rules.ts";
import { expect, test } from "./support/test.ts";

/** The texts of the conditions, in order. */
const listConditions = async (page: Page) =>
  (await sentences(page))
    .filter((text) => text.includes("contains"))
    .map((text) => text.match(/“(.*?)”/)![1]);

const expectConditions = (page: Page, texts: readonly string[]) =>
  expect.poll(() => listConditions(page)).toEqual(texts);

/** The number of conditions of each group. */
const countConditions = (page: Page) =>
  findEditor(page)
    .getByRole("list", { name: "Conditions", exact: true })
    .evaluateAll((lists) =>
      lists.map((list) => list.querySelectorAll("[data-part-kind=condition]").length),
    );

const moveByKeys = async (page: Page) => {
  await row(page, "“one”").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expectConditions(page, ["two", "one", "three"]);
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => countConditions(page)).toEqual([1, 2]);
  await page.keyboard.press("Control+d");
  await expectConditions(page, ["two", "one", "one", "three"]);
  await page.keyboard.press("Delete");
  await expectConditions(page, ["two", "one", "three"]);
  for (let undone = 0; undone < 4; undone += 1) await page.keyboard.press("Control+z");
  await expectConditions(page, ["one", "two", "three"]);
  await expect.poll(() => countConditions(page)).toEqual([2, 1]);
  await page.keyboard.press("Control+Shift+z");
  await expectConditions(page, ["two", "one", "three"]);
  await page.keyboard.press("Control+z");
  await expectConditions(page, ["one", "two", "three"]);
};

const useMenu = async (page: Page) => {
  await row(page, "“two”").hover();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Duplicate/ }).click();
  await expectConditions(page, ["one", "two", "two", "three"]);
  await page.mouse.move(0, 0);
  await row(page, "“one”").focus();
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: /^Move up/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectConditions(page, ["two", "one", "two", "three"]);
};

const drag = async (page: Page) => {
  const [from, to] = [row(page, "“one”"), row(page, "“three”")];
  await from.hover();
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 44, start.y + start.height / 2 + 6, { steps: 4 });
  await page.mouse.move(end.x + 44, end.y + end.height - 4, { steps: 12 });
  await page.mouse.up();
  await expectConditions(page, ["two", "three", "one"]);
  await expect(page.getByRole("button", { name: "Review and save" })).toBeEnabled();
};

const discard = async (page: Page) => {
  await page.getByRole("button", { name: "Discard changes" }).first().click();
  await expectConditions(page, ["one", "two", "three"]);
};

test("parts are moved, copied, deleted and restored by keys, menu and mouse", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Moved", [["one", "two"], ["three"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await test.step("parts are moved, copied, deleted and restored by keys", () => moveByKeys(page));
  await test.step("a condition is dragged by the mouse into another group", () => drag(page));
  await discard(page);
  await test.step("a row's menu does the same as its keys, by mouse and by keyboard", () =>
    useMenu(page));
});

/** Compares the first version with the current one, restores it and saves it. */
const restoreVersion = async (page: Page) => {
  const views = page.getByRole("navigation", { name: "Views of this rule" });
  await views.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("list", { name: "Saved versions" }).getByRole("button").last().click();
  const restoring = page.getByRole("region", { name: "Changes by restoring" });
  await expect(restoring).toContainText("“three”");
  await expect(restoring).toContainText("“also mine”");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await views.getByRole("link", { name: "Rule" }).click();
  await expect(row(page, "“three”")).toBeVisible();
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click();
};

test("two people change one rule: separate changes are merged, conflicts are resolved by choice, and an earlier version is restored", async ({
  page,
  stack,
  api,
}) => {
  const made = await post(api, createRuleRequest("Two people", [["one", "two"], ["three"]]));
  await page.goto(`${stack.url}/mapping-rules/${made.id}`);
  await editOperand(page, "one", "mine");
  await editOperand(page, "three", "also mine");
  const theirs = structuredClone(toMappingRuleRequest(made)!);
  theirs.rule.groups[0]!.conditions[0]!.condition = "theirs";
  theirs.rule.groups[0]!.conditions[1]!.condition = "theirs too";
  await post(api, theirs);
  await page.getByRole("button", { name: "Review and save" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("“one”");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  const choice = page.getByRole("dialog", { name: "Another person has changed this rule" });
  await expect(choice.getByRole("button", { name: "Merge changes" })).toBeDisabled();
  await expectAccessibleInBoth(page);
  await choice.getByRole("radio", { name: /^Use your version: .*“mine”/ }).check();
  await choice.getByRole("button", { name: "Merge changes" }).click();
  const review = page.getByRole("dialog");
  await expect(review).toContainText("“theirs”");
  await review.getByRole("button", { name: /^Save/ }).click();
  const merged = [["mine", "theirs too"], ["also mine"]];
  await expect.poll(async () => listTexts(await ruleNow(api, made.id))).toEqual(merged);
  const after = await ruleNow(api, made.id);
  expect(after.rule!.groups.map(({ id }) => id)).toEqual(made.rule!.groups.map(({ id }) => id));
  await test.step("an earlier version is compared with the current one, restored, and saved again", async () => {
    await restoreVersion(page);
    await expect
      .poll(async () => listTexts(await ruleNow(api, made.id)))
      .toEqual([["theirs", "theirs too"], ["three"]]);
  });
});

test("a rule of very many conditions stays usable", async ({ page, stack, api }) => {
  const groups = selectSize({ check: 60, soak: 300 });
  const count = groups * 10;
  const [last, wanted] = [`lamp ${count - 1}`, `lamp ${count - 500}`];
  const texts = Array.from({ length: groups }, (_, group) =>
    Array.from({ length: 10 }, (__, at) => `lamp ${group * 10 + at}`),
  );
  const { id } = await post(api, createRuleRequest("Very many", texts));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await expect(row(page, `“${last}”`)).toBeAttached();
  expect(await findEditor(page).locator("*").count()).toBeLessThan(count * 3.3);
  await page.getByRole("searchbox", { name: "Search in this rule" }).fill(wanted);
  // By its element: a text search through all rows takes a slow machine longer than the search itself.
  await expect(page.locator("output", { hasText: "1 match" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(row(page, `“${wanted}”`)).toBeInViewport();
  await editOperand(page, wanted, "lantern");
  await expect(row(page, "“lantern”")).toBeVisible();
  await page.getByRole("button", { name: "Review and save" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("“lantern”");
  await dialog.getByRole("button", { name: /^Save/ }).click();
  await expect
    .poll(async () => {
      const [now] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${id}`);
      return now!.rule!.groups[groups - 50]!.conditions[0]!.condition;
    })
    .toBe("lantern");
});

test("unsaved changes survive a reload, leaving asks, and discarded ones stay discarded", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Kept", [["one"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await editOperand(page, "one", "kept");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  await page.getByRole("link", { name: "RMAs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, "“kept”")).toBeVisible();
  // Undo goes back no further than the restored draft.
  await row(page, "“kept”").press("Control+Z");
  await expect(row(page, "“kept”")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).first().click();
  await expect(row(page, "“one”")).toBeVisible();
  await page.keyboard.press("Control+Z");
  await expect(row(page, "“kept”")).toBeVisible();

  // Discarded when the page is closed at once.
  await expect(page.getByText(/Draft saved/).first()).toBeVisible();
  await page
    .getByRole("button", { name: "Discard changes" })
    .first()
    .evaluate((button: HTMLElement) => {
      button.click();
      location.reload();
    });
  await expect(row(page, "“one”")).toBeVisible();
});

test("another tab shows the draft of a rule: the latest change counts, in both, until it is saved", async ({
  page,
  context,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Two tabs", [["one", "two"]]));
  const address = `${stack.url}/mapping-rules/${id}`;
  await page.goto(address);
  await editOperand(page, "one", "first");
  await expect(page.getByText(/Draft saved/)).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await expect(row(second, "“first”")).toBeVisible();
  await editOperand(second, "two", "second");
  await expect(row(page, "“second”")).toBeVisible();
  await expect(page.getByText("Another tab edits this draft, too.")).toBeVisible();
  await page.bringToFront();
  await send(page);
  await isSaved(page);
  await isSaved(second);
  expect(listTexts(await ruleNow(api, id))).toEqual([["first", "second"]]);
  await expect(row(second, "“first”")).toBeVisible();
  await expect(row(second, "“second”")).toBeVisible();
  await second.close();
});

test("the builder has no accessibility violations, edited and reviewed, light and dark", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Accessible", [["one", "two"], ["three"]]));
  // All rows are above the save bar, which may cover a part of one.
  await page.setViewportSize({ width: 1440, height: 1100 });
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await row(page, "“one”").click();
  await findRowForm(page).getByRole("combobox", { name: "Field" }).click();
  await expect(page.getByRole("listbox", { name: "Field" })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await editOperand(page, "two", "2");
  await page.getByRole("button", { name: "Review and save" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole("dialog").getByRole("button", { name: "Back to editing" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();

  // A rule that changes nothing lists the records it was tested on; each leads to its reason.
  const preview = page.getByRole("region", { name: "Test this rule" });
  const handle = page.getByRole("separator", { name: "Resize rule and test" });
  await expect(handle).toHaveAttribute("aria-valuetext", "Rule 57%, test 43%");
  const { width } = (await preview.boundingBox())!;
  await preview.getByRole("tab", { name: "Dry run" }).click();
  await expect(preview.getByText("The rule matches no tested product.")).toBeVisible();
  await expect(handle).toHaveAttribute("aria-valuetext", "Rule 57%, test 43%");
  expect((await preview.boundingBox())!.width).toBe(width);
  const tested = preview.getByRole("grid", { name: "Tested records" });
  await expect(tested.getByText("Doesn't match").first()).toBeVisible();
  // The rows are drawn again with each page of records.
  await expect(preview.getByRole("button", { name: "Pause", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await tested.getByRole("button", { name: /./ }).first().click();
  await expect(preview.getByText("The rule doesn't match this record.")).toBeVisible();
});
