import type { Page } from "@playwright/test";
import type { Evidence } from "#contract/evidence.ts";
import { hasUndecidedUnits, type Rma } from "#contract/rmas.ts";
import type { Api } from "./support/call-api.ts";
import { expectAccessible, expectAccessibleInBoth } from "./support/expect-accessible.ts";
import { sendAtOnce } from "./support/rmas.ts";
import { expect, test } from "./support/test.ts";
import { mostShift, readShifts, watchForShifts } from "./support/watch-for-shifts.ts";

/* What the gateway's copies tell of an RMA, in the queue and on its own screen. */

interface Known {
  rma: Rma;
  evidence: Evidence;
}

const readEvidence = (page: Page, { id }: Rma): Promise<Evidence> =>
  page.evaluate(async (rmaId) => {
    const response = await fetch(`/api/evidence?rmaId=${rmaId}`, {
      headers: { "X-Requested-By": "test" },
    });
    return response.json();
  }, id);

/** Waiting RMAs whose order and customer are known and for whose only line something is proposed, the oldest first. */
const findProposed = async (page: Page, api: Api, url: string, count: number): Promise<Known[]> => {
  await page.goto(`${url}/settings`);
  const found: Known[] = [];
  await expect
    .poll(
      async () => {
        found.length = 0;
        const rmas = await api<Rma[]>("/rma?status=Waiting&pageSize=50");
        const open = rmas.filter((rma) => hasUndecidedUnits(rma) && rma.items.length === 1);
        for (const rma of open.toReversed()) {
          const evidence = await readEvidence(page, rma);
          const [line] = evidence.lines;
          const isComplete = Object.values(evidence.copies).every(({ phase }) => phase === "ready");
          if (!isComplete) break;
          if (line?.past?.proposal && evidence.orders[0]?.name && evidence.customer?.email)
            found.push({ rma, evidence });
          if (found.length === count) break;
        }
        return found.length;
      },
      // The copies of a new gateway fill in the background.
      { timeout: 60_000 },
    )
    .toBe(count);
  return found;
};

const queueOf = (url: string, known: readonly Known[]) =>
  `${url}/rmas/queue?rmaNumbers=${known.map(({ rma }) => rma.rmaNumber).join(",")}`;
const opened = (page: Page) => page.locator("#main").getByRole("heading", { level: 2 }).first();
const pane = (page: Page) =>
  page.getByRole("complementary", { name: "Order, customer and history" });

test.beforeEach(({ context }) => sendAtOnce(context));

test("an RMA is decided beside its order, its customer and a proposal, and linked records are looked at in place", async ({
  page,
  api,
  stack,
}) => {
  const known = (await findProposed(page, api, stack.url, 2)) as [Known, Known];
  const [{ rma, evidence }] = known;
  const keys = page.keyboard;
  await watchForShifts(page);
  await page.goto(queueOf(stack.url, known));
  await expect(opened(page)).toHaveText(rma.rmaNumber!);
  const order = pane(page).getByRole("link", { name: evidence.orders[0]!.name });
  await expect(order).toBeVisible();
  await expect(pane(page).getByRole("link", { name: evidence.customer!.email! })).toHaveAttribute(
    "href",
    `mailto:${evidence.customer!.email}`,
  );
  await expect(pane(page)).toContainText(/As of .+/);
  const { sum, moved } = await readShifts(page);
  expect(sum, moved).toBeLessThanOrEqual(mostShift);
  await expectAccessibleInBoth(page);

  await test.step("the decisions that a proposal is counted from are listed", async () => {
    const { past } = evidence.lines[0]!;
    await page.getByRole("button", { name: /^\d+ of \d+ like this$/ }).click();
    const dialog = page.getByRole("dialog", { name: / like this were (?:approved|denied)/ });
    await expect(dialog.getByRole("row")).toHaveCount(Math.min(past!.total, 100) + 1);
    await expectAccessible(page);
    await keys.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("Space looks at the order, and Escape returns to its link", async () => {
    await order.focus();
    await keys.press("Space");
    const drawer = page.getByRole("dialog", { name: evidence.orders[0]!.name });
    await expect(drawer.getByRole("link", { name: "Open", exact: true })).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Copy number" })).toBeEnabled();
    await expect(drawer).toContainText("Total cost");
    await expectAccessible(page);
    await keys.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(order).toBeFocused();
    await page.getByRole("button", { name: `Peek at ${evidence.return!.name}` }).click();
    await expect(page.getByRole("dialog", { name: evidence.return!.name })).toBeVisible();
    await keys.press("Escape");
  });

  const saved: Rma[] = [];
  for (const { rma: one } of known) {
    await expect(opened(page)).toHaveText(one.rmaNumber!);
    await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeEnabled();
    await keys.press("s");
    await expect(page.locator(".queue-save")).toBeFocused();
    await keys.press("Enter");
  }
  await expect(opened(page)).toHaveText("Every RMA in this queue is decided");
  const recap = page.getByRole("list", { name: "Decided in this sitting" });
  await expect(recap.getByRole("listitem").first()).toHaveText("2 decided");
  await expectAccessibleInBoth(page);
  for (const { rma: one } of known) saved.push(await api<Rma>(`/rma/${one.id}`));
  expect(saved.map(({ rmaStatus }) => rmaStatus)).toEqual(
    known.map((one) =>
      one.evidence.lines[0]!.past!.proposal!.outcome === "approve" ? "Approved" : "Denied",
    ),
  );
});

test("the evidence is beside the decision in a wide window, on the RMA's own screen, and what fails of it disturbs nobody", async ({
  page,
  api,
  stack,
}) => {
  const known = (await findProposed(page, api, stack.url, 1)) as [Known];
  const [{ rma, evidence }] = known;
  const { name } = evidence.orders[0]!;
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(queueOf(stack.url, known));
  await expect(pane(page).getByRole("link", { name })).toBeVisible();
  const lines = await page.getByRole("region", { name: "Lines" }).boundingBox();
  const beside = await pane(page).boundingBox();
  expect(beside!.x).toBeGreaterThan(lines!.x + lines!.width);

  await page.goto(`${stack.url}/rmas/${rma.id}`);
  await expect(pane(page).getByRole("link", { name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.getByText("All decided")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.route("**/api/evidence?*", (route) => route.abort());
  await page.goto(queueOf(stack.url, known));
  await expect(pane(page)).toContainText("Couldn't load the order, the customer");
  await page.keyboard.press("a");
  await expect(page.locator(".queue-save")).toBeFocused();
  await page.keyboard.press("u");
  await page.unroute("**/api/evidence?*");
  await pane(page).getByRole("button", { name: "Try again" }).click();
  await expect(pane(page).getByRole("link", { name })).toBeVisible();
});

test("settings tell how proposals compare with decisions, by reason", async ({
  page,
  api,
  stack,
}) => {
  await findProposed(page, api, stack.url, 1);
  await page.goto(`${stack.url}/settings`);
  const sheet = page.getByRole("region", { name: "How proposals compare with decisions" });
  await expect(sheet).toContainText(/People agreed with \d+ of \d+ proposals/);
  await expect(sheet.getByRole("row").nth(1)).toBeVisible();
  await expectAccessible(page);
});
