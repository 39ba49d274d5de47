import type { Locator, Page } from "@playwright/test";
import type { MappingSet } from "#contract/mapping-sets.ts";
import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { crash } from "./support/crash.ts";
import { expect, test } from "./support/test.ts";

test("an RMA that cannot be loaded offers to try again; if it cannot be read before a save, nothing is sent, and saving again sends it once", async ({
  page,
  faulty,
  api,
}) => {
  const [rma] = await api<Rma[]>("/rma?status=Waiting&pageSize=1");
  const path = `/rmas/${rma!.id}/items`;
  // An upstream that cannot read an RMA returns it in response to an empty change, which is repeated once like a read.
  faulty.upstream.fail("GET", `/rma/${rma!.id}`, { status: 405 }, { times: 99 });
  faulty.upstream.fail("PATCH", path, "lost answer", { times: 2 });
  await page.goto(`${faulty.url}/rmas/${rma!.id}`);
  await expect(page.getByRole("alert")).toContainText("No response from the service");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: rma!.rmaNumber! })).toBeVisible();
  const note = page.getByRole("combobox", { name: /^Note, / }).first();
  await page
    .getByRole("button", { name: /^Details of/ })
    .first()
    .click();
  await note.fill("Seen");
  const sent = () =>
    faulty.upstream.arrived("PATCH", path).filter(({ body }) => body.includes("Seen")).length;
  const save = page.getByRole("button", { name: "Save 1 line" });
  faulty.upstream.fail("PATCH", path, "lost answer", { times: 2 });
  await save.click();
  const outcome = page.getByRole("alert");
  await expect(outcome).toContainText(
    "The latest version of the RMA couldn't be loaded before saving",
  );
  await expect(outcome).toContainText("nothing was sent");
  await expect(page.getByText("Save status unknown")).toBeHidden();
  await expect(page.getByText("Status unknown: the change may have been made")).toBeHidden();
  expect(sent()).toBe(0);
  await expect(note).toHaveValue("Seen");
  await save.click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  expect(sent()).toBe(1);
});

test("what was typed just before the browser crashes is there again: a decision, a form and items", async ({
  context,
  page,
  api,
  stack,
}) => {
  const [rma] = await api<Rma[]>("/rma?status=Waiting&pageSize=1");
  const [one] = await api<ReturnModel[]>("/returns?pageSize=1");
  const sets = await api<MappingSet[]>("/mapping-sets");
  const set = sets.find(({ totalItems }) => totalItems! > 3);
  let current = page;
  const check = async (path: string, field: (page: Page) => Locator, text: string) => {
    await current.goto(stack.url + path);
    await field(current).fill(text);
    const isStored = () =>
      current.evaluate((typed) => JSON.stringify(localStorage).includes(typed), text);
    await expect.poll(isStored, { timeout: 2_000 }).toBe(true);
    await crash(current);
    current = await context.newPage();
    await current.goto(stack.url + path);
    await expect(field(current)).toHaveValue(text);
    await expect(current.getByRole("button", { name: /^Save/ }).first()).toBeEnabled();
    await current.getByRole("button", { name: "Discard" }).click();
    await expect(field(current)).not.toHaveValue(text);
  };
  await test.step("the credit of a line", () =>
    check(`/rmas/${rma!.id}`, (on) => on.getByLabel(/^Credited amount, /).first(), "987.61"));
  await test.step("the adjustment of a return", () =>
    check(`/returns/${one!.id}`, (on) => on.getByLabel("Refund adjustment"), "-987.62"));
  await test.step("an item of a mapping set", () =>
    check(
      `/mapping-sets/${set!.id}`,
      (on) => on.getByLabel("To, row 1", { exact: true }),
      "Typed before the crash",
    ));
});
