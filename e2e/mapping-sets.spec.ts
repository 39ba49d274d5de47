import type { MappingSet, MappingSetItem } from "#contract/mapping-sets.ts";
import { expect, test } from "./support/test.ts";

test("a mapping set shows what it is for and its items, and searches in both values", async ({
  page,
  api,
  stack,
}) => {
  const sets = await api<MappingSet[]>("/mapping-sets");
  const set = sets.find(
    ({ exclusionListForSourceId, totalItems }) => !exclusionListForSourceId && totalItems! > 2,
  )!;
  const items = await api<MappingSetItem[]>(`/mapping-set/${set.id}/item`);
  await page.goto(`${stack.url}/mapping-sets`);
  await page.getByRole("link", { name: set.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: set.name })).toBeVisible();
  await expect(page.getByText("Translates values")).toBeVisible();
  const table = page.getByRole("table", { name: "Items of this mapping set" });
  await expect(table.getByRole("row")).toHaveCount(items.length + 1);
  const last = items.at(-1)!;
  await page
    .getByRole("searchbox", { name: "Search the items" })
    .fill(last.fromValue.toUpperCase());
  await expect(table.getByText(last.fromValue, { exact: true }).first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the items" }).fill("no such value anywhere");
  await expect(page.getByText("No item holds “no such value anywhere”.")).toBeVisible();
});

test("an exclusion list is told in words", async ({ page, api, stack }) => {
  const sets = await api<MappingSet[]>("/mapping-sets");
  const set = sets.find(({ exclusionType }) => exclusionType === "brand")!;
  await page.goto(`${stack.url}/mapping-sets/${set.id}`);
  await expect(page.getByText(/^Excludes brands of /)).toBeVisible();
});

test("an upstream without the list says so", async ({ page, documentedOnly }) => {
  await page.goto(`${documentedOnly.url}/mapping-sets`);
  await expect(page.getByText("This upstream has no list of mapping sets")).toBeVisible();
});
