import type { Page } from "@playwright/test";
import type { MappingSet, MappingSetItem } from "#contract/mapping-sets.ts";
import type { Api } from "./support/call-api.ts";
import { countSaves, createFile, outcome } from "./support/save-rules.ts";
import { expect, test } from "./support/test.ts";

const findSet = async (api: Api, name: string): Promise<number> => {
  const { id } = await api<MappingSet>("/mapping-set", { method: "POST", body: { name } });
  return id!;
};
const pasteItems = async (page: Page, lines: readonly string[]) => {
  await page
    .getByLabel("Import CSV")
    .setInputFiles(createFile("items.csv", ["from,to", ...lines].join("\n")));
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Import/ })
    .click();
};
const listItems = async (api: Api, id: number) =>
  (await api<MappingSetItem[]>(`/mapping-set/${id}/item`)).map(({ fromValue }) => fromValue);

test("items of a set: a refusal, a rate limit and a lost response in the middle lose nothing and save nothing twice", async ({
  page,
  faulty,
  api,
}) => {
  const id = await findSet(api, "Faulty set");
  const path = `/mapping-set/${id}/item`;
  await page.goto(`${faulty.url}/mapping-sets/${id}`);
  const all = Array.from({ length: 2_500 }, (_, at) => `V${at},${at}`);
  await pasteItems(page, all);
  const saves = countSaves(faulty, path);
  const save = (count: string) => page.getByRole("button", { name: `Save ${count} items` });
  // The second batch of a thousand exceeds the rate limit; the first stays saved.
  faulty.upstream.fail("POST", path, { status: 429, body: { error: "Slow down" } }, { after: 1 });
  await save("2,500").click();
  await expect(outcome(page)).toContainText("1,000 items saved before this");
  expect(await listItems(api, id)).toHaveLength(1_000);
  // Then the response to the second batch is lost after the upstream saved it.
  faulty.upstream.fail("POST", path, "lost answer");
  await save("1,500").click();
  await expect(outcome(page)).toContainText("Save status unknown");
  // The page is closed before the result is checked.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: /^Check status/ }).click();
  await expect(page.getByText("500 changes not saved")).toBeVisible();
  // The service refuses one of the remaining items: the whole batch stays unsaved.
  faulty.upstream.fail("POST", path, {
    status: 400,
    body: {
      error: "The body is not valid",
      issues: [{ path: "0.fromValue", message: "Is not wanted" }],
    },
  });
  await save("500").click();
  await expect(outcome(page)).toContainText("Row 2001 “V2000”: Is not wanted");
  await expect(outcome(page)).toContainText("Your other changes are kept");
  await save("500").click();
  await expect(page.getByText("500 items saved")).toBeVisible();
  expect(await listItems(api, id)).toEqual(all.map((line) => line.split(",")[0]));
  expect(saves()).toBe(5);
});

test("text typed during a save stays, unsaved", async ({ page, faulty, api }) => {
  const id = await findSet(api, "Slow set");
  const nameOf = async () => (await api<MappingSet>(`/mapping-set/${id}`)).name;
  await page.goto(`${faulty.url}/mapping-sets/${id}?edit=1`);
  const name = page.getByRole("textbox", { name: "Name" });
  const description = page.getByRole("textbox", { name: "Description" });
  await name.fill("Sent");
  let answer = () => {};
  const until = new Promise<void>((done) => (answer = done));
  faulty.upstream.fail("PATCH", `/mapping-set/${id}`, { until });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saving your changes")).toBeVisible();
  await description.fill("Typed during the save");
  answer();
  await expect(page.getByText("Changes to Sent saved")).toBeVisible();
  expect(await nameOf()).toBe("Sent");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(description).toHaveValue("Typed during the save");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  expect(await api<MappingSet>(`/mapping-set/${id}`)).toMatchObject({
    name: "Sent",
    description: "Typed during the save",
  });
});
