import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { selectSize } from "#database/test-sizes.ts";
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
import { expect, test } from "./support/test.ts";

test("parts are moved, copied, deleted and restored by keys", async ({ page, stack, api }) => {
  const { id } = await post(api, createRuleRequest("By keys", [["one", "two"], ["three"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await row(page, "“one”").focus();
  const texts = async () =>
    (await sentences(page))
      .filter((text) => text.includes("contains"))
      .map((text) => text.match(/“(.*?)”/)![1]);
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(texts).toEqual(["two", "one", "three"]);
  await page.keyboard.press("Alt+ArrowDown");
  const groups = () =>
    findEditor(page)
      .getByRole("list", { name: "Conditions", exact: true })
      .evaluateAll((lists) =>
        lists.map((list) => list.querySelectorAll("[data-part-kind=condition]").length),
      );
  await expect.poll(groups).toEqual([1, 2]);
  await page.keyboard.press("Control+d");
  await expect.poll(texts).toEqual(["two", "one", "one", "three"]);
  await page.keyboard.press("Delete");
  await expect.poll(texts).toEqual(["two", "one", "three"]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(texts).toEqual(["one", "two", "three"]);
  await expect.poll(groups).toEqual([2, 1]);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(texts).toEqual(["two", "one", "three"]);
});

test("a row's menu does the same as its keys, by mouse and by keyboard", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("By menu", [["one", "two"], ["three"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  const texts = async () =>
    (await sentences(page))
      .filter((text) => text.includes("contains"))
      .map((text) => text.match(/“(.*?)”/)![1]);
  await row(page, "“two”").hover();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Duplicate/ }).click();
  await expect.poll(texts).toEqual(["one", "two", "two", "three"]);
  await page.mouse.move(0, 0);
  await row(page, "“one”").focus();
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: /^Move up/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(texts).toEqual(["two", "one", "two", "three"]);
});

test("a condition is dragged by the mouse into another group", async ({ page, stack, api }) => {
  const { id } = await post(api, createRuleRequest("By mouse", [["one", "two"], ["three"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  const [from, to] = [row(page, "“one”"), row(page, "“three”")];
  await from.hover();
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 44, start.y + start.height / 2 + 6, { steps: 4 });
  await page.mouse.move(end.x + 44, end.y + end.height - 4, { steps: 12 });
  await page.mouse.up();
  const texts = async () => (await sentences(page)).filter((text) => text.includes("contains"));
  await expect
    .poll(async () => (await texts()).map((text) => text.match(/“(.*?)”/)![1]))
    .toEqual(["two", "three", "one"]);
  await expect(page.getByRole("button", { name: "Review and save" })).toBeEnabled();
});

test("two people change one rule: separate changes are merged, conflicts are resolved by choice", async ({
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
  await choice.getByRole("radio", { name: /^Your version: .*“mine”/ }).check();
  await choice.getByRole("button", { name: "Merge changes" }).click();
  const review = page.getByRole("dialog");
  await expect(review).toContainText("“theirs”");
  await review.getByRole("button", { name: /^Save/ }).click();
  await expect
    .poll(async () => {
      const [now] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${made.id}`);
      return now!.rule!.groups.map(({ conditions }) => conditions.map((one) => one.condition));
    })
    .toEqual([["mine", "theirs too"], ["also mine"]]);
  const [after] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${made.id}`);
  expect(after!.rule!.groups.map(({ id }) => id)).toEqual(made.rule!.groups.map(({ id }) => id));
});

test("an earlier version is compared with the current one, restored, and saved again", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Versions", [["first wording"]]));
  const wording = async () => {
    const [now] = await api<MappingRule[]>(`/workflow/mapping-rule?ids=${id}`);
    return now!.rule!.groups[0]!.conditions[0]!.condition;
  };
  const save = async () => {
    await page.getByRole("button", { name: "Review and save" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click();
  };
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await editOperand(page, "first wording", "second wording");
  await save();
  await expect.poll(wording).toBe("second wording");
  await page
    .getByRole("navigation", { name: "Views of this rule" })
    .getByRole("link", { name: "Versions" })
    .click();
  await page.getByRole("button", { name: "Compare" }).last().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("“first wording”");
  await expect(dialog).toContainText("“second wording”");
  await dialog.getByRole("button", { name: "Restore this version" }).click();
  await page
    .getByRole("navigation", { name: "Views of this rule" })
    .getByRole("link", { name: "Rule" })
    .click();
  await expect(row(page, "“first wording”")).toBeVisible();
  await save();
  await expect.poll(wording).toBe("first wording");
});

test("a rule of very many conditions stays usable", async ({ page, stack, api }) => {
  const groups = selectSize({ check: 100, soak: 300 });
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

test("unsaved changes survive a reload, and leaving asks", async ({ page, stack, api }) => {
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
});

test("discarded changes stay discarded when the page is closed at once", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Discarded", [["one"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await editOperand(page, "one", "dropped");
  await expect(page.getByText(/Draft saved/).first()).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).evaluate((button: HTMLElement) => {
    button.click();
    location.reload();
  });
  await expect(row(page, "“one”")).toBeVisible();
});

test("hostile JSON is refused with a reason and changes nothing", async ({ page, stack, api }) => {
  const { id } = await post(api, createRuleRequest("Untouched", [["one"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}?view=json`);
  const text = page.getByRole("textbox", { name: /JSON/ });
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  for (const hostile of [
    "{",
    deep,
    '{"__proto__": {"polluted": true}, "rule": {"constructor": 1}}',
    JSON.stringify({ ...createRuleRequest("x", [["y"]]), eventId: "one", extra: 1 }),
  ]) {
    await text.fill(hostile);
    await page.getByRole("button", { name: /^Apply/ }).click();
    await expect(page.getByRole("button", { name: /line and column/ }).first()).toBeVisible();
  }
  expect(await page.evaluate(() => ({}) as { polluted?: boolean })).toEqual({});
  await page.getByRole("link", { name: "Rule", exact: true }).click();
  await expect(row(page, "“one”")).toBeVisible();
});

test("the builder has no accessibility violations, idle and edited, light and dark", async ({
  page,
  stack,
  api,
}) => {
  const { id } = await post(api, createRuleRequest("Accessible", [["one", "two"], ["three"]]));
  await page.goto(`${stack.url}/mapping-rules/${id}`);
  await expect(row(page, "“one”")).toBeVisible();
  await expectAccessibleInBoth(page);
  await row(page, "“one”").click();
  await expectAccessibleInBoth(page);
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
  await page.getByRole("button", { name: "Test on products" }).click();
  const preview = page.getByRole("region", { name: "Test this rule" });
  await preview.getByRole("tab", { name: "Dry run" }).click();
  await expect(preview.getByText("The rule matches no tested product.")).toBeVisible();
  const tested = preview.getByRole("grid", { name: "Tested records" });
  await expect(tested.getByText("Doesn't match").first()).toBeVisible();
  await expectAccessible(page);
  await tested.getByRole("button", { name: /./ }).first().click();
  await expect(preview.getByText("The rule doesn't match this record.")).toBeVisible();
});
