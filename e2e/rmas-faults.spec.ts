import type { Rma } from "#contract/rmas.ts";
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
  await expect(page.getByRole("alert")).toContainText("The API did not respond");
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
