import type { Page } from "@playwright/test";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Rma } from "#contract/rmas.ts";
import { expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { units, hasSeveralLines, waitingRma, findLine, openNote } from "./support/rmas.ts";
import { loadCatalog } from "./support/products.ts";
import { expect, test } from "./support/test.ts";

/** Opens "To decide" and from it the first RMA with several lines. */
const openFirst = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/rmas?status=Waiting`);
  await page.getByRole("grid", { name: "RMAs" }).locator("[data-row-link]").first().click();
  await expect(page.getByRole("navigation", { name: "RMA list" })).toContainText(/^1 of \d+/);
  await expect(heading(page)).toHaveText(/^RMA-/);
};

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const focusIsOnBody = (page: Page) => page.evaluate(() => document.activeElement === document.body);

/** Whether all lines have units and a cost to propose a credit from. */
const hasCosts = ({ items }: Rma) =>
  items.every((item) => units(item) >= 2 && (item.cost ?? 0) > 0);

test("approving proposes the credit, and the confirmation before closing states it", async ({
  page,
  api,
  stack,
}) => {
  const rma = await waitingRma(api, hasCosts);
  const [first] = rma.items;
  await page.goto(`${stack.url}/rmas?rmaNumbers=${rma.rmaNumber}`);
  await page.getByRole("link", { name: rma.rmaNumber! }).click();
  const line = findLine(page, first!);
  const credit = line.getByLabel(/^Credited amount, /);
  const amount = (count: number) => (count * Math.round((first!.cost ?? 0) * 100)) / 100;
  await line.getByLabel(/^Approve, /).fill("2");
  await expect(credit).toHaveValue(amount(2).toFixed(2));
  // An amount that the user typed stays.
  await credit.fill("1.23");
  await line.getByLabel(/^Approve, /).fill("1");
  await expect(credit).toHaveValue("1.23");
  await credit.fill("0");
  await page.getByRole("button", { name: "Approve all remaining" }).click();
  await expect(page.getByRole("button", { name: "Approve all remaining" })).toBeFocused();
  await expect(credit).toHaveValue("0");
  const fill = page.getByRole("button", {
    name: `Fill credit ${amount(units(first!)).toFixed(2)}`,
  });
  // Elsewhere the bar that stays lies over a part of the evidence's links.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole("button", { name: /^Save \d+ lines?$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Close this RMA as Approved?" });
  await expect(dialog).toContainText(/\d+ approved units? without credit/);
  await expectAccessibleInBoth(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(heading(page)).toHaveText(rma.rmaNumber!);
  await fill.click();
  await expect(credit).toHaveValue(amount(units(first!)).toFixed(2));
  await page.getByRole("button", { name: /^Save \d+ lines?$/ }).click();
  await expect(dialog).toContainText("Credit total");
  await expect(dialog).not.toContainText("without credit");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await focusIsOnBody(page)).toBe(false);
});

test("an amount stays as typed, and one that is unusual is said and asked about", async ({
  page,
  api,
  stack,
}) => {
  const rma = await waitingRma(api, hasCosts);
  const [first] = rma.items;
  await page.goto(`${stack.url}/rmas/${rma.id}`);
  const line = findLine(page, first!);
  const credit = line.getByLabel(/^Credited amount, /);
  await line.getByLabel(/^Approve, /).fill("1");
  const save = page.getByRole("button", { name: /^Save \d+ lines?$/ });
  for (const text of ["199,50", "1 234,56", "(12.50)", "1e3", "−12.50"]) {
    await credit.fill("");
    await page.keyboard.insertText(text);
    await expect(credit).toHaveValue(text);
    await expect(line).toContainText("Enter an amount like 12.50, without commas");
  }
  await credit.fill("99999");
  await expect(line).toContainText(/More than the approved units cost \([\d,.]+\)/);
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Save this credit?" });
  await expect(dialog).toContainText("99,999.00. More than the approved units cost");
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape");
  await line.getByLabel(/^Approve, /).fill("1,5");
  await expect(line.getByLabel(/^Approve, /)).toHaveValue("1,5");
  await expect(line).toContainText("Enter a whole number, 0 or more");
  await line.getByLabel(/^Approve, /).fill("0");
  await expect(line).toContainText("Credit without an approved unit");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("approve all and next takes two keys: Enter confirms closing the RMA", async ({
  page,
  stack,
}) => {
  await openFirst(page, stack.url);
  const first = await heading(page).textContent();
  await page.keyboard.press("Shift+A");
  await expect(page.getByRole("button", { name: /^Save \d+ lines?$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save and next" })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Approve all and next" })).toBeVisible();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("dialog", { name: "Close this RMA as Approved?" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(heading(page)).not.toHaveText(first!);
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole("navigation", { name: "RMA list" })).toContainText(/^2 of \d+/);
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(heading(page)).toHaveText(first!);
  await expect(page.getByText(/This RMA is Approved\. Units can be approved/)).toBeVisible();
});

test("A and D decide the focused line, letters in a field stay letters, and more units than a line has lead to an error, to no amount and no status", async ({
  page,
  api,
  stack,
}) => {
  const rma = await waitingRma(
    api,
    (one) => hasSeveralLines(one) && one.items.some((item) => (item.cost ?? 0) > 0),
  );
  const [one, other] = rma.items;
  await page.goto(`${stack.url}/rmas/${rma.id}`);
  await expect(findLine(page, one!)).toBeVisible();
  // As a person does: faster keys are those of a scanner.
  for (const key of ["j", "a", "j", "d"]) await page.keyboard.press(key, { delay: 50 });
  await expect(findLine(page, one!).getByLabel(/^Approve, /)).toHaveValue(String(units(one!)));
  await expect(findLine(page, other!).getByLabel(/^Deny, /)).toHaveValue(String(units(other!)));
  await expect(findLine(page, other!)).toBeFocused();
  const note = await openNote(page, one!);
  await note.pressSequentially("dad");
  await expect(note).toHaveValue(`${one!.note ?? ""}dad`);
  await expect(page.getByText("Status after saving")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();

  const item = rma.items.find((each) => (each.cost ?? 0) > 0)!;
  const line = findLine(page, item);
  await line.getByLabel(/^Approve, /).fill("99");
  await expect(line).toContainText(`but this line has only ${units(item)}`);
  await expect(line).not.toContainText("99 ×");
  await expect(page.getByText("Status after saving")).toBeHidden();
  await expect(line.getByLabel(/^Credited amount, /)).toHaveValue(
    (item.creditedAmount ?? 0).toFixed(2),
  );
  await page.getByRole("button", { name: "Discard" }).click();
});

test("lines show images, options and products in a browser that has never seen the channel", async ({
  page,
  api,
  stack,
}) => {
  const [product] = await api<ResellerProductParent[]>(
    "/reseller-channels/1/products/parents?filterUpdatedAfter=2000-01-01T00:00:00.000Z&filterPageSize=50&filterPageNumber=1&includeVariants=true",
  ).then((all) => all.filter(({ variants }) => variants.length > 1));
  const rma = await waitingRma(api, ({ items }) => items.length === 1);
  await loadCatalog(stack.url);
  await page.route(`**/api/rma/${rma.id}`, async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as Rma;
    const items = record.items.map((item) => ({ ...item, sku: product!.variants[1]!.sku }));
    await route.fulfill({ response, json: { ...record, items } });
  });
  await page.goto(`${stack.url}/rmas/${rma.id}`);
  const line = page.getByRole("region", { name: "Lines" }).getByRole("listitem");
  await expect(line.locator("img")).toBeVisible();
  await expect(line.locator(".line__options")).not.toBeEmpty();
  await line.locator("strong").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: product!.title! })).toBeVisible();
});
