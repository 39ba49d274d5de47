import { readFile } from "node:fs/promises";
import type { ReturnModel } from "#contract/returns.ts";
import { choose } from "./support/choose.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { testToken } from "./support/start-stack.ts";
import { expect, test } from "./support/test.ts";

test("a change whose response was lost is settled by a check, or under Activity by keyboard only", async ({
  page,
  api,
  stack,
  own,
}) => {
  // A console of its own: its list of changes has no others.
  const upstream = await own.faultyUpstream(stack.upstreamUrl);
  const { url } = await own.stack({ env: { API_BASE_URL: upstream.url, API_TOKEN: testToken } });
  const [record] = await api<ReturnModel[]>("/returns?status=open&pageSize=50");
  const id = String(record?.id);
  const path = `/returns/${id}`;
  upstream.fail("PATCH", path, "lost answer");
  await page.goto(url + path);
  await page.getByRole("textbox", { name: "Refund adjustment" }).fill("1.25");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Save status unknown")).toBeVisible();
  await page.getByRole("button", { name: "Check status" }).click();
  const history = page.getByRole("region", { name: "Activity" });
  await expect(history.getByText("Changed refund adjustment")).toBeVisible();
  await expect(history.getByText("Resolved")).toBeVisible();

  // A script's change has no screen that could check it.
  upstream.fail("PATCH", path, "lost answer");
  const headers = { "X-Requested-By": "script" };
  const data = { refundAdjustment: 2 };
  const answer = await page.request.patch(`${url}/api${path}`, { headers, data });
  expect(answer.status()).toBe(502);
  await history.getByRole("link", { name: "All activity" }).click();

  const table = page.getByRole("grid", { name: "Changes" });
  await expect(table.getByText("The change was made")).toBeVisible();
  await expect(table.getByRole("link", { name: new RegExp(`return ${id}$`) })).toHaveCount(2);
  // Without sign-in no change has a person.
  await expect(table.getByRole("columnheader", { name: "Person" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Record result of Return ${id}` }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Was the change to Return ${id} made?` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Change wasn't made" }).focus();
  await page.keyboard.press("Enter");
  await expect(table.getByText("The change wasn't made")).toBeVisible();
  await expect(page.getByText("to check")).toHaveCount(0);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toMatch(
    new RegExp(
      `Change return \\(refund adjustment\\): return ${id},Resolved,.*,The change wasn't made`,
    ),
  );
  await page.getByRole("link", { name: "Refused", exact: true }).click();
  await expect(page.getByText("No matching changes")).toBeVisible();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await choose(page, "Change", "Change return");
  await expect(page).toHaveURL(/operation=updateReturn$/);
  await expect(table.getByRole("link", { name: new RegExp(`return ${id}$`) })).toHaveCount(2);
  // Without sign-in no change has a person.
  await expect(table.getByRole("columnheader", { name: "Person" })).toHaveCount(0);
});

test("fault 28: five clicks on Save in 50 ms are one call and one recorded change, also after Back, Forward and a reload", async ({
  page,
  api,
  faulty,
}) => {
  const record = (await api<ReturnModel[]>("/returns?status=open&pageSize=50")).at(1);
  const path = `/returns/${record?.id}`;
  let release = () => {};
  faulty.upstream.fail("PATCH", path, { until: new Promise<void>((done) => (release = done)) });
  await page.goto(faulty.url + path);
  await page.getByRole("textbox", { name: "Refund adjustment" }).fill("2.75");
  await page.getByRole("button", { name: "Save changes" }).evaluate((button: HTMLElement) => {
    for (let click = 0; click < 5; click += 1) setTimeout(() => button.click(), click * 10);
  });
  await expect.poll(() => faulty.upstream.arrived("PATCH", path).length).toBe(1);
  release();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  const isRecordedOnce = async () => {
    const history = page.getByRole("region", { name: "Activity" });
    await expect(history.getByRole("listitem")).toHaveCount(1);
    expect(faulty.upstream.arrived("PATCH", path)).toHaveLength(1);
  };
  await isRecordedOnce();
  // Within the console, and from another page to it: the browser may fill in the fields of before.
  for (const leave of [
    () => navigateTo(page, "/returns"),
    () => page.goto(`${faulty.url}/settings`),
  ]) {
    await leave();
    await expect(
      page.getByRole("heading", { level: 1, name: /^(?:Returns|Settings)$/ }),
    ).toBeVisible();
    await page.goBack();
    await expect(page.getByText("No unsaved changes")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Refund adjustment" })).toHaveValue("2.75");
    await isRecordedOnce();
    await page.goForward();
    await page.goBack();
    await expect(page.getByText("No unsaved changes")).toBeVisible();
    await page.reload();
    await isRecordedOnce();
  }
});
