import type { Page } from "@playwright/test";
import type { MappingSet, MappingSetItem } from "#contract/mapping-sets.ts";
import type { Api } from "./support/call-api.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { countSaves, createFile, outcome } from "./support/save-rules.ts";
import { expect, type FaultyConsole, test } from "./support/test.ts";

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
  const all = Array.from({ length: 2_010 }, (_, at) => `V${at},${at}`);
  await pasteItems(page, all);
  const saves = countSaves(faulty, path);
  const save = (count: string) => page.getByRole("button", { name: `Save ${count} items` });
  // The second batch of a thousand exceeds the rate limit; the first stays saved.
  faulty.upstream.fail("POST", path, { status: 429, body: { error: "Slow down" } }, { after: 1 });
  await save("2,010").click();
  await expect(outcome(page)).toContainText("1,000 items saved before this");
  expect(await listItems(api, id)).toHaveLength(1_000);
  // Then the response to the second batch is lost after the upstream saved it.
  faulty.upstream.fail("POST", path, "lost answer");
  await save("1,010").click();
  await expect(outcome(page)).toContainText("Save status unknown");
  // The page is closed before the result is checked; the next one checks by itself.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("1,000 items saved", { exact: true })).toBeVisible();
  // The service refuses one of the remaining items: the whole batch stays unsaved.
  faulty.upstream.fail("POST", path, {
    status: 400,
    body: {
      error: "The body is not valid",
      issues: [{ path: "0.fromValue", message: "Is not wanted" }],
    },
  });
  await save("10").click();
  await expect(outcome(page)).toContainText("Row 2001 “V2000”: Is not wanted");
  await expect(outcome(page)).toContainText("Your other changes are kept");
  await save("10").click();
  await expect(page.getByText("10 items saved")).toBeVisible();
  expect(await listItems(api, id)).toEqual(all.map((line) => line.split(",")[0]));
  expect(saves()).toBe(5);
});

/** Types in a set's form while its save is on the way. */
const typeDuringSave = async (page: Page, { upstream }: FaultyConsole, api: Api, id: number) => {
  const nameOf = async () => (await api<MappingSet>(`/mapping-set/${id}`)).name;
  const name = page.getByRole("textbox", { name: "Name" });
  const description = page.getByRole("textbox", { name: "Description" });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await name.fill("Sent");
  let answer = () => {};
  const until = new Promise<void>((done) => (answer = done));
  upstream.fail("PATCH", `/mapping-set/${id}`, { until });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saving your changes")).toBeVisible();
  // What is typed before the request is made is part of it.
  await expect.poll(() => upstream.arrived("PATCH", `/mapping-set/${id}`).length).toBe(1);
  await description.fill("Typed during the save");
  answer();
  await expect(page.getByText("Changes to Sent saved")).toBeVisible();
  expect(await nameOf()).toBe("Sent");
  await expect(description).toHaveValue("Typed during the save");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  expect(await api<MappingSet>(`/mapping-set/${id}`)).toMatchObject({
    name: "Sent",
    description: "Typed during the save",
  });
};

test("fault 41: another person's change of an item right before the save is shown beside one's own and merged", async ({
  page,
  api,
  faulty,
}) => {
  const set = (await api<MappingSet[]>("/mapping-sets")).find(
    ({ totalItems }) => totalItems! > 3 && totalItems! < 100,
  )!;
  const path = `/mapping-set/${set.id}/item`;
  const [item] = await api<MappingSetItem[]>(path);
  await page.goto(`${faulty.url}/mapping-sets/${set.id}`);
  const table = page.getByRole("grid", { name: "Items of this mapping set" });
  await table.getByLabel("To, row 1", { exact: true }).fill("Mine");
  const last = table.getByRole("row").last();
  await last.getByRole("textbox").first().fill("ADDED BY BOTH");
  await table.getByLabel(`To, row ${set.totalItems! + 1}`, { exact: true }).fill("My value");
  // The console has compared the items and sent its changes: the other ones reach the API before them.
  let release = () => {};
  const until = new Promise<void>((done) => (release = done));
  const { arrived, fail } = faulty.upstream;
  const before = arrived("POST", path).length;
  fail("POST", path, { until });
  await page.getByRole("button", { name: "Save 2 items" }).click();
  await expect.poll(() => arrived("POST", path).length).toBe(before + 1);
  // Nothing typed or imported now may be lost when the answer arrives.
  await expect(table.getByLabel("To, row 1", { exact: true })).not.toBeEditable();
  await expect(page.getByLabel("Import CSV")).toBeDisabled();
  const theirs = { id: item!.id, fromValue: "Their From", toValue: item!.toValue };
  const added = { fromValue: "ADDED BY BOTH", toValue: "Their value" };
  await api(path, { method: "POST", body: [theirs, added] });
  release();
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("Conflict: this mapping set has changed");
  await expect(notice).toContainText("Nothing was saved. Your other changes are kept.");
  await expectAccessibleInBoth(page);
  await notice.getByRole("radio", { name: "Use both changes: “Their From” → “Mine”" }).check();
  await notice
    .getByRole("radio", { name: "Use your version: “ADDED BY BOTH” → “My value”" })
    .check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Save 2 items" }).click();
  await expect(page.getByText("2 items saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save items" })).toBeFocused();
  const now = await api<MappingSetItem[]>(path);
  const values = now.map(({ fromValue, toValue }) => [fromValue, toValue]);
  expect(values[0]).toEqual(["Their From", "Mine"]);
  expect(values.filter(([from]) => from === "ADDED BY BOTH")).toEqual([
    ["ADDED BY BOTH", "My value"],
  ]);
  await test.step("text typed during a save of the set's fields stays, unsaved", () =>
    typeDuringSave(page, faulty, api, set.id!));
});

test("items typed in one tab are shown in another, and saved once in either", async ({
  page,
  context,
  faulty,
  api,
}) => {
  const id = await findSet(api, "Edited in two tabs");
  await page.goto(`${faulty.url}/mapping-sets/${id}`);
  const second = await context.newPage();
  await second.goto(`${faulty.url}/mapping-sets/${id}`);
  const field = (tab: Page, label: string) => tab.getByLabel(label, { exact: true });
  await field(page, "From, row 1").fill("Typed in the first");
  await expect(field(second, "From, row 1")).toHaveValue("Typed in the first");
  await field(second, "To, row 1").fill("and in the second");
  await expect(field(page, "To, row 1")).toHaveValue("and in the second");
  await expect(page.getByText("Another tab edits this draft, too.")).toBeVisible();
  await page.getByRole("button", { name: "Save 1 item" }).click();
  await expect(page.getByText("1 item saved")).toBeVisible();
  await expect(second.getByText("No unsaved changes")).toBeVisible();
  await expect(field(second, "To, row 1")).toHaveValue("and in the second");
  await expect(field(second, "From, row 2")).toHaveValue("");
  await second.reload();
  await expect(second.getByText("No unsaved changes")).toBeVisible();
  expect(await listItems(api, id)).toEqual(["Typed in the first"]);
});

test("a second tab waits for the set that the first one is creating, and never calls its status unknown", async ({
  page,
  context,
  faulty,
}) => {
  let goOn = () => {};
  const held = new Promise<void>((done) => (goOn = done));
  await page.route(`${faulty.url}/api/mapping-set`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${faulty.url}/mapping-sets/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Created in one of two tabs");
  await page.getByRole("button", { name: "Create mapping set" }).click();
  await expect(page.getByRole("button", { name: "Creating…" })).toBeVisible();
  const second = await context.newPage();
  await second.goto(`${faulty.url}/mapping-sets/new`);
  const name = second.getByRole("textbox", { name: "Name" });
  await expect(second.getByRole("button", { name: "Creating…" })).toBeVisible();
  await expect(name).toHaveValue("Created in one of two tabs");
  await expect(name).not.toBeEditable();
  await expect(second.getByText("Save status unknown")).toBeHidden();
  goOn();
  await expect(page).toHaveURL(/\/mapping-sets\/\d+$/);
  await expect(name).toHaveValue("");
  await expect(name).toBeEditable();
  await expect(second.getByText("Save status unknown")).toBeHidden();
});

test("fault 28: a set that didn't reach the gateway is created once by the check, and a lost save of its name is found", async ({
  page,
  api,
  faulty,
}) => {
  const name = page.getByRole("textbox", { name: "Name" });
  const create = page.getByRole("button", { name: "Create mapping set" });
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url() === `${faulty.url}/api/mapping-set`)
      keys.push(request.headers()["idempotency-key"]);
  });
  await page.goto(`${faulty.url}/mapping-sets/new`);
  await name.fill("Sent twice");
  await page.route(`${faulty.url}/api/mapping-set`, (route) => route.abort(), { times: 1 });
  await create.click();
  await expect(page.getByText("Save status unknown")).toBeVisible();
  await page.getByRole("button", { name: "Check status" }).click();
  await expect(page).toHaveURL(/\/mapping-sets\/\d+$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  const sets = await api<MappingSet[]>("/mapping-sets");
  expect(sets.filter((set) => set.name?.startsWith("Sent twice"))).toHaveLength(1);
  await test.step("a name that was typed with a space after it is no conflict", async () => {
    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await name.fill("Found again ");
    faulty.upstream.fail("PATCH", `/mapping-set/${id}`, "lost answer");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Check status" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Found again" })).toBeVisible();
    await expect(page.getByText("Conflict: this mapping set has changed")).toBeHidden();
  });
});
