import type { Page } from "@playwright/test";
import type { MappingSet, MappingSetItem } from "#contract/mapping-sets.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

const grid = { name: "Items of this mapping set" };

/** Moves through the cells by keys; adds a row, types in it and removes it. */
const walkItems = async (page: Page, count: number) => {
  const cell = (column: string, row: number) =>
    page.getByRole("grid", grid).getByLabel(`${column}, row ${row}`, { exact: true });
  await cell("To", 1).focus();
  await page.keyboard.press("ArrowDown");
  await expect(cell("To", 2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell("To", 3)).toBeFocused();
  await page.keyboard.press("Shift+Enter");
  await expect(cell("To", 2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(cell("To", 1)).toBeFocused();
  await page.getByRole("button", { name: "Add item" }).press("Enter");
  await expect(cell("From", count + 1)).toBeFocused();
  await page.keyboard.type("jk x");
  await expect(cell("From", count + 1)).toHaveValue("jk x");
  await page.keyboard.press("Enter");
  await expect(cell("From", count + 2)).toBeFocused();
  await page.getByRole("button", { name: `Remove row ${count + 1}` }).click();
  await expect(cell("From", count + 1)).toHaveValue("");
  await expect(cell("From", count + 2)).toBeHidden();
};

test("sets are shown in words, searched, walked by keys and renamed by keyboard only", async ({
  page,
  api,
  stack,
}) => {
  const sets = await api<MappingSet[]>("/mapping-sets");
  const set = sets.find(
    ({ exclusionListForSourceId, totalItems }) =>
      !exclusionListForSourceId && totalItems! > 3 && totalItems! < 100,
  )!;
  const exclusion = sets.find(({ exclusionType }) => exclusionType === "brand")!;
  const items = await api<MappingSetItem[]>(`/mapping-set/${set.id}/item`);
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  await page.goto(`${stack.url}/mapping-sets`);
  await test.step("the list is searched, and says where sets are used", async () => {
    const search = page.getByRole("searchbox", { name: "Search mapping sets" });
    await search.fill(set.name.toUpperCase());
    await expect(page.getByRole("link", { name: exclusion.name })).toBeHidden();
    await expect(page.getByRole("columnheader", { name: "Used in" })).toBeVisible();
    await search.fill("no such set");
    await expect(page.getByText("No matching mapping sets")).toBeVisible();
    await search.fill("");
  });
  await test.step("a set shows its purpose, its items and its uses, and searches in both values", async () => {
    await page.getByRole("link", { name: set.name }).click();
    await expect(title(set.name)).toBeVisible();
    await expect(page.getByText("Translates values")).toBeVisible();
    const table = page.getByRole("grid", grid);
    await expect(table.getByLabel("From, row 1", { exact: true })).toHaveValue(items[0]!.fromValue);
    const search = page.getByRole("searchbox", { name: "Search the items" });
    const last = items.at(-1)!;
    await search.fill(last.fromValue.toUpperCase());
    await expect(table.getByLabel(`From, row ${items.length}`, { exact: true })).toHaveValue(
      last.fromValue,
    );
    await search.fill("no such value anywhere");
    await expect(page.getByText("No items match “no such value anywhere”.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Used in" })).toContainText(/mapping rule/i);
    await search.fill("");
  });
  await test.step("keys move through the items, and a new row keeps the caret", () =>
    walkItems(page, items.length));
  await test.step("an exclusion list is described in words", async () => {
    await page.getByRole("link", { name: "Mapping sets" }).first().click();
    await page.getByRole("link", { name: exclusion.name }).click();
    await expect(page.getByText(/^Excludes brands of /)).toBeVisible();
  });
  await test.step("a set's own fields are changed by keyboard only", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill(`${exclusion.name} (checked)`);
    await name.press("Enter");
    await expect(title(`${exclusion.name} (checked)`)).toBeVisible();
    const now = await api<MappingSet>(`/mapping-set/${exclusion.id}`);
    expect(now).toMatchObject({ name: `${exclusion.name} (checked)`, exclusionType: "brand" });
  });
});

/** Pastes text into the field that has the focus, as a spreadsheet's cells arrive. */
const paste = (page: Page, text: string) =>
  page.evaluate((cells) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", cells);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

/** Imports a long file, and reaches its rows by keys. */
const walkLongFile = async (page: Page) => {
  const table = page.getByRole("grid", grid);
  const lines = Array.from({ length: 200 }, (_, at) => `value ${at},target ${at}`);
  await page.getByLabel("Import CSV").setInputFiles({
    name: "many.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`from,to\n${lines.join("\n")}\nvalue 7,another\n`),
  });
  await page.getByRole("button", { name: /^Import \d+ items$/ }).click();
  await expect.poll(() => table.locator("[role=row], tr").count()).toBeLessThan(80);
  await table.getByLabel("From, row 1", { exact: true }).focus();
  const focused = page.locator(":focus");
  for (let row = 1; row <= 60; row += 1) {
    await expect(focused).toHaveAttribute("aria-label", `From, row ${row}`);
    await page.keyboard.press("ArrowDown");
  }
  await expect(table.getByLabel("From, row 61", { exact: true })).toBeFocused();
  await expect(focused).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(focused).toHaveAttribute("placeholder", "Type or paste here to add");
};

test("a new set is created, filled from a spreadsheet and from a file, saved, and read back", async ({
  page,
  api,
  stack,
}) => {
  await page.goto(`${stack.url}/mapping-sets/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Wood names");
  await page.getByText("Excludes source values").click();
  await page.getByRole("button", { name: "Create mapping set" }).click();
  await expect(page.getByText("Select the source to exclude values of")).toBeVisible();
  await page.getByText("Translates values").click();
  await page.getByRole("button", { name: "Create mapping set" }).click();
  await expect(page).toHaveURL(/\/mapping-sets\/\d+$/);
  const id = page.url().split("/").at(-1)!;

  const table = page.getByRole("grid", grid);
  await table.getByLabel("From, row 1", { exact: true }).focus();
  await paste(page, "EICHE\tOak\r\nBUCHE\tBeech\r\nEICHE\tAsh\r\n");
  await expect(table).toContainText("The first one is used, so this item has no effect.");
  await table.getByLabel("From, row 3", { exact: true }).fill("ESCHE");
  await expect(table).not.toContainText("never used");

  await test.step("a table pasted into a search changes only the rows it shows", async () => {
    const to = (row: number) => table.getByLabel(`To, row ${row}`, { exact: true });
    const search = page.getByRole("searchbox", { name: "Search the items" });
    await search.fill("a");
    await expect(to(2)).toBeHidden();
    await to(1).focus();
    await paste(page, "European oak\r\nEuropean ash\r\n");
    await expect(to(1)).toHaveValue("European oak");
    await expect(to(3)).toHaveValue("European ash");
    await search.fill("");
    await expect(to(2)).toHaveValue("Beech");
  });

  await page.getByLabel("Import CSV").setInputFiles({
    name: "woods.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("from,to\nBUCHE,European beech\nAHORN,Maple\n,Nothing\n"),
  });
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 item to add");
  await expect(dialog).toContainText("1 item to change");
  await expect(dialog).toContainText("It has no From value.");
  await dialog.getByRole("button", { name: "Import 2 items" }).click();
  await expect(table.getByLabel("To, row 2", { exact: true })).toHaveValue("European beech");

  await page.reload();
  await expect(table.getByLabel("From, row 4", { exact: true })).toHaveValue("AHORN");
  await page.getByRole("button", { name: "Save 4 items" }).click();
  await expect(page.getByText("4 items saved")).toBeVisible();
  await expect(page.getByRole("region", { name: "About this set" })).toContainText(
    /Item count\s*4/,
  );
  const saved = await api<MappingSetItem[]>(`/mapping-set/${id}/item`);
  expect(saved.map(({ fromValue, toValue }) => [fromValue, toValue])).toEqual([
    ["EICHE", "European oak"],
    ["BUCHE", "European beech"],
    ["ESCHE", "European ash"],
    ["AHORN", "Maple"],
  ]);
  await test.step("a long set renders only the rows near the window, and the keys reach all of them", () =>
    walkLongFile(page));
});

test("a spreadsheet keeps its quotes and line breaks, its columns and encoding are chosen, and repeats are removed before a save", async ({
  page,
  api,
  stack,
}) => {
  const { id } = await api<MappingSet>("/mapping-set", { method: "POST", body: { name: "Boxes" } });
  await page.goto(`${stack.url}/mapping-sets/${id}`);
  const table = page.getByRole("grid", grid);
  const cell = (column: string, row: number) =>
    table.getByLabel(`${column}, row ${row}`, { exact: true });
  await cell("From", 1).focus();
  await paste(page, '"Fragile" box\tBox A\r\nPlain\tBox B\r\n"two\nlines"\tBox C\r\n');
  await expect(cell("From", 1)).toHaveValue('"Fragile" box');
  await expect(cell("From", 3)).toHaveValue("two↵lines");
  await cell("From", 3).press("End");
  await page.keyboard.type("!");
  await expect(cell("From", 3)).toHaveValue("two↵lines!");
  await page.keyboard.press("Home");
  await page.keyboard.type("in ");
  await expect(cell("From", 3)).toHaveValue("in two↵lines!");

  const dialog = page.getByRole("dialog");
  await test.step("the columns and the encoding of a file are chosen over a preview", async () => {
    const lines = ["sep=;", "Name;Old SKU;Price;New SKU", "Plain ;1.23E+11;5;", "X;Plain;6;Box B"];
    const text = new TextEncoder().encode(lines.join("\r\n"));
    // “Синий” in Windows-1251.
    const blue = [0xd1, 0xe8, 0xed, 0xe8, 0xe9];
    await page.getByLabel("Import CSV").setInputFiles({
      name: "boxes.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([...text, 13, 10, ...blue, 59, ...blue, 0xa0, 59, 55, 59, 66]),
    });
    const preview = dialog.getByRole("table", { name: "First lines of the file" });
    await expect(preview.getByRole("row").nth(2)).toHaveText("Line 4PlainBox B");
    await dialog.getByLabel("Encoding").selectOption("Cyrillic (Windows-1251)");
    await expect(preview.getByRole("row").nth(3)).toHaveText("Line 5Синий‹U+00A0›B");
    await expect(dialog).toContainText("“1.23E+11” in line 3");
    await expect(dialog).toContainText("2 other columns aren't used.");
    await expectAccessibleInBoth(page);
    await dialog.getByLabel("From column").selectOption("Name");
    await expect(preview.getByRole("row").nth(3)).toHaveText("Line 5СинийB");
    await dialog.getByRole("button", { name: "Import 3 items" }).click();
    await expect(cell("From", 6)).toHaveValue("Синий");
  });

  await test.step("rows that repeat a value are removed before a save", async () => {
    await expect(cell("From", 4)).toHaveValue("Plain ");
    await page.getByRole("button", { name: "Save 6 items" }).click();
    await expect(dialog).toContainText("1 row repeats a value. Items can't be deleted.");
    await expectAccessibleInBoth(page);
    await dialog.getByRole("button", { name: "Remove 1 row" }).click();
    await page.getByRole("button", { name: "Save 5 items" }).click();
    await expect(page.getByText("5 items saved")).toBeVisible();
  });
  const saved = await api<MappingSetItem[]>(`/mapping-set/${id}/item`);
  expect(saved.map(({ fromValue, toValue }) => [fromValue, toValue])).toEqual([
    ['"Fragile" box', "Box A"],
    ["Plain", "Box B"],
    ["in two\nlines!", "Box C"],
    ["X", "Box B"],
    ["Синий", "B"],
  ]);
});

test("if the upstream cannot read a set, it is changed by its id", async ({
  page,
  documentedOnly,
}) => {
  await page.goto(`${documentedOnly.url}/mapping-sets`);
  await expect(page.getByText("The service doesn't offer a list of mapping sets")).toBeVisible();
  await page.getByRole("textbox", { name: "Mapping set ID" }).fill("1");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByText("The service doesn't offer loading mapping sets")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Named unseen");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Named unseen" })).toBeVisible();
});
