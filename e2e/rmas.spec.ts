import type { Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import {
  units,
  hasSeveralLines,
  hasThreeUnits,
  hasMoreThanThreeUnits,
  waitingRma,
  pickLines,
  findLine,
  openNote,
} from "./support/rmas.ts";
import { keepNotifications } from "./support/keep-notifications.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { pressTo } from "./support/press-to.ts";
import { expect, test } from "./support/test.ts";

const decided = (rma: Rma, id: number | null | undefined) => {
  const { approvedQuantity, deniedQuantity } = rma.items.find((item) => item.id === id) ?? {};
  return { approvedQuantity, deniedQuantity };
};

test("a waiting RMA is found, three units of one line are approved and the rest of another denied", async ({
  page,
  api,
  stack,
}) => {
  const rma = await waitingRma(api, hasSeveralLines);
  const { big, other } = pickLines(rma);
  await page.goto(stack.url);
  await page.getByRole("navigation").getByRole("link", { name: "RMAs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "RMAs" })).toBeVisible();
  await page.getByRole("link", { name: "Waiting", exact: true }).click();
  await page.getByRole("link", { name: rma.rmaNumber! }).click();
  await expect(page.getByRole("heading", { level: 1, name: rma.rmaNumber! })).toBeVisible();

  const approve = findLine(page, big).getByRole("button", {
    name: /^(More|Increase|One more).*Approve/i,
  });
  for (let unit = 0; unit < 3; unit++) await approve.click();
  await findLine(page, other)
    .getByRole("button", { name: /^Deny all of/ })
    .click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save 2 lines" }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();

  const saved = await api<Rma>(`/rma/${rma.id}`);
  expect(decided(saved, big.id)).toEqual({ approvedQuantity: 3, deniedQuantity: 0 });
  expect(decided(saved, other.id)).toEqual({ approvedQuantity: 0, deniedQuantity: units(other) });
  expect(saved.rmaStatus).toBe("Partially Approved");
  await expect(page.getByText("Partially Approved").first()).toBeVisible();
});

test("the same decision by keyboard only", async ({ page, api, stack }) => {
  const rma = await waitingRma(api, hasSeveralLines);
  const { big, other } = pickLines(rma);
  await page.goto(`${stack.url}/rmas?status=Waiting&rmaNumbers=${rma.rmaNumber}`);
  await expect(page.getByRole("link", { name: rma.rmaNumber! })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: rma.rmaNumber! })).toBeFocused();

  // The lines may be in either order, so each is searched from the top.
  const fromTop = async (label: string) => {
    await page.getByRole("heading", { level: 1 }).focus();
    await pressTo(page, page.getByLabel(label, { exact: true }));
  };
  await fromTop(`Approve, ${big.title}`);
  for (let unit = 0; unit < 3; unit++) await page.keyboard.press("ArrowUp");
  await fromTop(`Deny all of ${other.title}`);
  await page.keyboard.press("Enter");
  await fromTop(`Approve, ${big.title}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No unsaved changes")).toBeVisible();

  const saved = await api<Rma>(`/rma/${rma.id}`);
  expect(decided(saved, big.id)).toEqual({ approvedQuantity: 3, deniedQuantity: 0 });
  expect(decided(saved, other.id)).toEqual({ approvedQuantity: 0, deniedQuantity: units(other) });
});

test("typed text survives a reload, leaving asks, and so does a decision that closes the RMA", async ({
  page,
  api,
  stack,
}) => {
  const rma = await waitingRma(api, hasThreeUnits);
  const { big } = pickLines(rma);
  await page.goto(`${stack.url}/rmas?rmaNumbers=${rma.rmaNumber}`);
  await page.getByRole("link", { name: rma.rmaNumber! }).click();
  const note = await openNote(page, big);
  await note.fill("Seen by the warehouse – «ok»");
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${stack.url}/rmas/${rma.id}`);
  await page.reload();
  await expect(note).toHaveValue("Seen by the warehouse – «ok»");
  const back = page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "RMAs" });
  await back.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(back).toBeFocused();
  await expect(note).toHaveValue("Seen by the warehouse – «ok»");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(note).toHaveValue(big.note ?? "");

  await page.getByRole("button", { name: "Approve all remaining" }).click();
  await page.getByRole("button", { name: /^Save \d+ lines?$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Close this RMA as Approved?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await api<Rma>(`/rma/${rma.id}`)).rmaStatus).toBe("Waiting");
  await page.getByRole("button", { name: /^Save \d+ lines?$/ }).click();
  await dialog.getByRole("button", { name: "Save and close" }).click();
  await expect(page.getByText(/This RMA is Approved\. Units can be approved/)).toBeVisible();
  expect((await api<Rma>(`/rma/${rma.id}`)).rmaStatus).toBe("Approved");
  await expect(page.getByRole("button", { name: "Approve all remaining" })).toBeDisabled();
});

test("fault 41: another person's change right before the save is shown beside one's own and merged", async ({
  page,
  api,
  faulty,
}) => {
  const rma = await waitingRma(api, hasMoreThanThreeUnits);
  const { big } = pickLines(rma);
  const path = `/rmas/${rma.id}/items`;
  await page.goto(`${faulty.url}/rmas/${rma.id}`);
  await (await openNote(page, big)).fill("Typed");
  await findLine(page, big)
    .getByLabel(/^Approve, /)
    .fill("3");
  // The console has compared the RMA and sent its change: the other one reaches the API before it.
  const theirs = { id: big.id, approvedQuantity: 1, returnReason: "Theirs" };
  const otherSaves = async () => {
    await expect.poll(() => faulty.upstream.arrived("PATCH", path)).toHaveLength(1);
    await api(path, { method: "PATCH", body: [theirs] });
  };
  let release = () => {};
  faulty.upstream.fail("PATCH", path, { until: new Promise<void>((done) => (release = done)) });
  await page.getByRole("button", { name: "Save 1 line" }).click();
  await otherSaves();
  release();
  await expect(page.getByText("Conflict: this RMA has changed")).toBeVisible();
  await expectAccessibleInBoth(page);
  const read = async () => (await api<Rma>(`/rma/${rma.id}`)).items.find(({ id }) => id === big.id);
  expect(await read()).toMatchObject(theirs);
  await page.getByRole("radio", { name: "Use your version: 3" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Save 1 line" }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  expect(await read()).toMatchObject({ ...theirs, approvedQuantity: 3, note: "Typed" });
});

test("fault 28: five clicks in a row on “Save 1 line” or “Save and next” send one decision, and neither button moves", async ({
  page,
  api,
  faulty,
}) => {
  const rma = await waitingRma(api, hasThreeUnits);
  const { big } = pickLines(rma);
  let list = () => {};
  faulty.upstream.fail("GET", "/rma", { until: new Promise<void>((done) => (list = done)) });
  await page.goto(`${faulty.url}/rmas/${rma.id}`);
  await keepNotifications(page);
  const patches: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && patches.push(request.url()));
  const saveByFiveClicks = async (name: string) => {
    patches.length = 0;
    await (await openNote(page, big)).fill(name);
    const button = page.getByRole("button", { name });
    const place = await button.boundingBox();
    list();
    await expect(page.getByRole("button", { name: "Save and next" })).toBeEnabled();
    expect(await button.boundingBox()).toEqual(place);
    await button.click({ clickCount: 5, delay: 5 });
    await expect(page.getByText("No unsaved changes")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(patches).toHaveLength(1);
    expect((await api<Rma>(`/rma/${rma.id}`)).items.find(({ id }) => id === big.id)?.note).toBe(
      name,
    );
  };
  await test.step("Save 1 line, while the RMAs to decide are loading", async () => {
    await saveByFiveClicks("Save 1 line");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(rma.rmaNumber!);
  });
  await test.step("its notification is above the bar", async () => {
    const notification = page.locator(".notification");
    await expect(notification).toContainText("saved: 1 line");
    const bar = await page.locator(".save-bar").boundingBox();
    await expect
      .poll(async () => {
        const box = await notification.boundingBox();
        return box && box.y + box.height <= bar!.y;
      })
      .toBe(true);
    await notification.getByRole("button", { name: "Dismiss" }).click();
    await expect(notification).toBeHidden();
  });
  await test.step("Save and next", () => saveByFiveClicks("Save and next"));
});

test("with an upstream that lists no RMAs, they are opened by id and decided", async ({
  page,
  api,
  documentedOnly,
}) => {
  const rma = await waitingRma(api, hasThreeUnits);
  const { big } = pickLines(rma);
  await page.goto(`${documentedOnly.url}/rmas`);
  await page.getByRole("textbox", { name: "RMA ID" }).fill(String(rma.id));
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1, name: rma.rmaNumber! })).toBeVisible();
  await findLine(page, big)
    .getByLabel(/^Deny, /)
    .fill("2");
  await expect(page.getByRole("button", { name: "Save and next" })).toBeHidden();
  await page.getByRole("button", { name: "Save 1 line" }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  expect(decided(await api<Rma>(`/rma/${rma.id}`), big.id).deniedQuantity).toBe(2);
  await page.goto(`${documentedOnly.url}/rmas`);
  await expect(page.getByRole("link", { name: rma.rmaNumber! })).toBeVisible();
});

const listedRows = (page: Page) =>
  page.getByRole("grid", { name: "RMAs" }).locator("[data-row-link]");

/** The list is open. */
const checkSource = async (page: Page, { id, name }: { id: number; name: string }) => {
  const field = page.getByRole("combobox", { name: "Source" });
  await expect(field).toHaveValue("All sources");
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { name, exact: true })).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await page.keyboard.type("no source is called this");
  await expect(page.getByText("No matches")).toBeVisible();
  await field.fill(name.slice(2));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`[?&]sourceId=${id}$`));
  await expect(field).toHaveValue(name);
};

const checkColumns = async (page: Page, url: string) => {
  await navigateTo(page, "/rmas?status=Waiting");
  const goods = page.getByRole("columnheader", { name: "Goods" });
  await expect(goods).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Goods" }).click();
  await expect(goods).toBeHidden();
  const address = /\?status=Waiting&columns=-received$/;
  await expect(page).toHaveURL(address);
  const link = page.url();
  await page.getByRole("checkbox", { name: "Goods" }).click();
  await expect(goods).toBeVisible();
  await expect(page).toHaveURL(/\?status=Waiting$/);
  // As another browser, which has stored no choice of columns.
  await page.goto(`${url}/healthz`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole("columnheader", { name: "RMA", exact: true })).toBeVisible();
  await expect(goods).toBeHidden();
};

test("a source is found by typing a part of its name, by keyboard only, and the visible columns come with a link", async ({
  page,
  stack,
  api,
}) => {
  const [rma] = await api<Rma[]>("/rma?pageSize=1");
  const sources = await api<{ id: number; name: string }[]>("/sources");
  await page.goto(`${stack.url}/rmas`);
  await test.step("source", () =>
    checkSource(
      page,
      sources.find((one) => one.id === rma!.sourceId)!,
    ));
  await test.step("columns", () => checkColumns(page, stack.url));
});

test("an invalid address still shows the list, and keeps its valid parts", async ({
  page,
  stack,
}) => {
  const odd = "page=two&size=1e9&sort=-nothing&columns=,-,x&sourceId=%00&createdAfter=soon";
  await page.goto(`${stack.url}/rmas?status=Denied&status=Waiting&utm_source=mail&__proto__=x`);
  await expect(page.getByRole("link", { name: "Waiting", exact: true })).toHaveAttribute(
    "aria-current",
    /true|page/,
  );
  await expect(listedRows(page)).not.toHaveCount(0);
  await page.goto(`${stack.url}/rmas?${odd}`);
  await expect(page.getByRole("heading", { level: 1, name: "RMAs" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(listedRows(page)).not.toHaveCount(0);
  await navigateTo(page, "/rmas?page=1000000");
  await expect(page.getByRole("heading", { name: "No rows on this page" })).toBeVisible();
  await page.getByRole("button", { name: "Go to page 1" }).click();
  await expect(listedRows(page)).not.toHaveCount(0);
});
