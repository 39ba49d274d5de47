import type { Page } from "@playwright/test";
import { type Rma, countUndecidedUnits } from "#contract/rmas.ts";
import type { ReturnModel } from "#contract/returns.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { navigateTo } from "./support/navigate-to.ts";
import { expect, test } from "./support/test.ts";

const rows = (page: Page) => page.getByRole("grid", { name: "RMAs" }).locator("[data-row-link]");

test("To decide lists the RMAs with undecided units, the oldest first; a sorted page of a long list says that the other pages are not sorted", async ({
  page,
  api,
  stack,
}) => {
  const pages = await Promise.all(
    [1, 2].map((number) =>
      api<Rma[]>(`/rma?status=Waiting,Partially Approved&pageSize=50&pageNumber=${number}`),
    ),
  );
  const all = pages.flat();
  const open = all
    .filter(({ items }) => items.some((item) => countUndecidedUnits(item) > 0))
    .toSorted((a, b) => (a.createdAt ?? "").localeCompare(b.createdAt ?? ""));
  expect(open.length).toBeLessThan(all.length);
  await page.goto(`${stack.url}/rmas`);
  await expect(page.getByRole("link", { name: "To decide" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByText(`${open.length} RMAs, oldest first`)).toBeVisible();
  await expect(rows(page).first()).toHaveText(open[0]!.rmaNumber!);
  // All of them are sorted, so there is no note about other pages.
  const created = page.getByRole("columnheader", { name: "Created" }).getByRole("button");
  await expect(created.locator("..")).toHaveAttribute("aria-sort", "ascending");
  await created.click();
  await expect(page).toHaveURL(/sort=-createdAt/);
  await expect(rows(page).first()).toHaveText(open.at(-1)!.rmaNumber!);
  await expect(page.getByText("this page only")).toBeHidden();
  await rows(page).nth(2).click();
  await expect(page.getByRole("navigation", { name: "RMA list" })).toContainText(
    `3 of ${open.length}`,
  );
  // After going back, the keys start at the row that was opened.
  await page.goBack();
  await expect(rows(page).nth(2)).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows(page).nth(2)).toBeFocused();

  await navigateTo(page, "/purchase-orders?sort=sentAt");
  await expect(page.getByText(/sorted by sent on this page only/)).toBeVisible();
  await expectAccessible(page);
});

test("who looks for an RMA that is decided searches all of them next", async ({
  page,
  api,
  stack,
}) => {
  const [rma] = await api<Rma[]>("/rma?status=Denied&pageSize=1");
  await page.goto(`${stack.url}/rmas`);
  const search = page.getByRole("searchbox", { name: "Search RMAs" });
  await search.fill(rma!.rmaNumber!);
  await search.press("Enter");
  await expect(page.getByText("Only those under the selected status were searched.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Search all RMAs" }).click();
  await expect(rows(page)).toHaveText([rma!.rmaNumber!]);
});

test("RMAs and returns are found by their numbers; one in place of an id leads to an explanation, or to the return that was open before", async ({
  page,
  api,
  stack,
}) => {
  const [rma] = await api<Rma[]>("/rma?pageSize=1");
  const returns = await api<ReturnModel[]>("/returns?includeRmas=true&pageSize=50");
  const record = returns.find(({ rmas }) => rmas.length > 0)!;
  const search = page.getByRole("searchbox", { name: "Search RMAs" });
  await page.goto(`${stack.url}/rmas?status=all`);
  for (const typed of [rma!.rmaNumber!.replace(/\D/g, ""), rma!.rmaNumber!.toLowerCase()]) {
    await search.fill(typed);
    await search.press("Enter");
    await expect(rows(page)).toHaveText([rma!.rmaNumber!]);
  }
  await page.getByRole("button", { name: "More filters" }).click();
  const id = page.getByRole("searchbox", { name: "Return ID" });
  await id.fill(record.returnNumber!);
  await id.press("Enter");
  await expect(page.getByText("Enter the ID of the return")).toBeVisible();
  await expect(page.getByText(/Invalid input|NaN/)).toBeHidden();
  await navigateTo(page, `/returns/${record.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(record.returnNumber!);
  await page.goto(`${stack.url}/rmas?returnId=${record.returnNumber}`);
  await expect(rows(page).first()).toBeVisible();
  await navigateTo(page, "/returns");
  const number = page.getByRole("searchbox", { name: "Search returns" });
  await number.fill(record.returnNumber!.replace(/\D/g, ""));
  await number.press("Enter");
  const found = page.getByRole("grid", { name: "Returns" }).locator("[data-row-link]");
  await expect(found).toHaveText([record.returnNumber!]);
  await navigateTo(page, "/returns?orderId=FO-1");
  await expect(page.getByText("Enter the ID of the order")).toBeVisible();
});
