import type { Locator, Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

/** The number at the end of a text. */
const readCount = (text: string | null): number => Number(/(\d+)$/.exec(text ?? "")?.[1]);

/** Follows a link whose text ends with a number, expects as many rows in the list, and returns. */
const expectListed = async (page: Page, link: Locator, address: RegExp): Promise<void> => {
  const count = readCount(await link.textContent());
  await link.click();
  await expect(page).toHaveURL(address);
  const main = page.getByRole("main");
  await expect(main.getByRole("grid")).toHaveAttribute(
    "aria-rowcount",
    String(Math.min(count, 50) + 1),
  );
  if (count > 50) await expect(main.getByText(` of ${count} `)).toBeVisible();
  await page.goBack();
};

const sheet = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** A fact of the key figures, once it is there. */
const keyFigure = (page: Page, name: string) =>
  page.getByRole("list", { name: "Key figures" }).getByRole("listitem").filter({ hasText: name });

test("without copies, the overview shows the list of RMAs, and says what isn't counted; what can't be loaded is said once", async ({
  page,
  faulty,
}) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  faulty.upstream.fail("GET", "/rma", { until: held }, { query: "pageNumber=2", times: 99 });
  // However long the test takes, what it has loaded stays new.
  await page.clock.setFixedTime(new Date());
  await page.goto(faulty.url);
  // The RMAs that wait longest are listed once the oldest have loaded.
  await expect(page.getByRole("link", { name: /^\d+ RMAs$/ })).toBeVisible();
  const waiting = sheet(page, "Waiting longest");
  await expect(waiting.getByRole("list")).toHaveAttribute("aria-busy", "true");
  await expect(waiting.getByRole("link")).toHaveCount(0);
  release();
  await expect(waiting.getByRole("link")).toHaveCount(16);
  await expect(keyFigure(page, "Credit waiting")).toContainText(/[\d,]+\.\d\d\s+\d+ RMAs/);
  await expect(keyFigure(page, "Time to decide")).toContainText("Not counted here");
  await expect(sheet(page, "Needs attention")).toContainText(/Late shipments\s*–/);
  await expect(page.getByText("An administrator can turn copies on.")).toBeVisible();
  await expectListed(
    page,
    sheet(page, "RMAs by age").getByRole("link", { name: /^3 to 7 days \d+$/ }),
    /\/rmas\?.*createdAfter=.*createdBefore=/,
  );
  await expectAccessible(page);

  faulty.upstream.fail("GET", "/rma", { status: 500 }, { times: 99 });
  await page.reload();
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(1);
  await faulty.upstream.heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(waiting.getByRole("link")).toHaveCount(16);
});

test("every number of the overview leads to its records, and each picture has a table", async ({
  page,
  api,
  own,
}) => {
  // A console of its own: what it decides, no other test waits for.
  const { url } = await own.stack();
  const waiting = await api<Rma[]>("/rma?status=Waiting&pageSize=1");
  const [line] = waiting[0]!.items;
  await page.goto(url);
  await expect(keyFigure(page, "Time to decide")).toContainText(/\d (?:days?|hours?)/, {
    timeout: 60_000,
  });
  await expect(keyFigure(page, "Decided today")).toContainText(/today\s*0/);
  const headers = { "X-Requested-By": "test" };
  const data = [{ id: line!.id, approvedQuantity: line!.quantity }];
  const answer = await page.request.patch(`${url}/api/rmas/${waiting[0]!.id}/items`, {
    headers,
    data,
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  const decided = keyFigure(page, "Decided today");
  await expect(decided).toContainText(/today\s*1/);
  await decided.getByRole("link").click();
  await expect(page).toHaveURL(/\/audit\?.*operation=updateRmaItems/);
  await expect(page.getByRole("grid", { name: "Changes" })).toHaveAttribute("aria-rowcount", "2");
  await page.goBack();

  // The headline's RMAs are those of the list, and of the first number's.
  const count = readCount(
    ((await page.getByRole("link", { name: /^\d+ RMAs$/ }).textContent()) ?? "").replace(/\D/g, ""),
  );
  await keyFigure(page, "Credit waiting").getByRole("link").click();
  await expect(page.getByRole("grid", { name: "RMAs" })).toHaveAttribute(
    "aria-rowcount",
    String(count + 1),
  );
  await page.goBack();

  const attention = sheet(page, "Needs attention");
  for (const [name, address] of [
    ["Order errors", /\/exceptions\?kind=order-error$/],
    ["Return errors", /\/exceptions\?kind=return-error$/],
    ["Late shipments", /\/exceptions\?kind=late-shipment$/],
    ["Open returns", /\/returns\?status=open$/],
    ["Orders to be received", /\/purchase-orders\?filterStatus=processing$/],
  ] as const)
    await test.step(name, () =>
      expectListed(page, attention.getByRole("link", { name: RegExp(`^${name} \\d+$`) }), address),
    );

  const ages = sheet(page, "RMAs by age");
  const shown = readCount(await ages.getByRole("listitem").last().textContent());
  await page.getByRole("button", { name: "Show as table: RMAs by age" }).click();
  const longest = ages.getByRole("row").last();
  await expect(longest).toContainText(String(shown));
  await expectListed(page, longest.getByRole("link"), /\/rmas\?.*createdBefore=/);
  const sources = sheet(page, "RMAs by source");
  await expectListed(page, sources.getByRole("link").first(), /\/rmas\?.*sourceId=.*createdAfter=/);
  await page.getByRole("button", { name: "Show as table: RMAs by week" }).click();
  const weeks = sheet(page, "RMAs by week");
  await expect(weeks.getByRole("row")).toHaveCount(13);
  await expectListed(
    page,
    weeks.getByRole("row").last().getByRole("link"),
    /\/rmas\?createdAfter=.*createdBefore=/,
  );
  await page.getByRole("button", { name: "Show as table: Units by reason" }).click();
  await expect(sheet(page, "Units by reason").getByRole("row").nth(1)).toContainText(/\d/);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  // The oldest RMA, and the others in their order.
  await page.getByRole("link", { name: "Start deciding" }).click();
  await expect(page.getByRole("navigation", { name: "RMA queue" })).toContainText(/^.*1 of \d+/);
});

test("Back during the first load opens the screen before it", async ({ page, stack }) => {
  await page.goto(`${stack.url}/rmas/1`);
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () => history.back()));
  await page.reload();
  await expect(page).toHaveURL(/\/rmas\/1$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^RMA/);
});
