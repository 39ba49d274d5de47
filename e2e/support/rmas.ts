import type { BrowserContext, Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";
import type { Api } from "./call-api.ts";

export const units = (item: Rma["items"][number]) => item.quantity ?? 0;

const isBig = (item: Rma["items"][number]) => units(item) >= 4;
/** An RMA of several lines, one with enough units to be decided in part. */
export const hasSeveralLines = ({ items }: Rma) => items.length >= 2 && items.some(isBig);
/** An RMA for tests that need less, so that one of several lines remains for the full decision. */
export const hasThreeUnits = (rma: Rma) =>
  !hasSeveralLines(rma) && rma.items.some((item) => units(item) >= 3);
/** An RMA that stays open after three of its units are decided. */
export const hasMoreThanThreeUnits = (rma: Rma) =>
  hasThreeUnits(rma) && rma.items.reduce((sum, item) => sum + units(item), 0) > 3;

/** The first waiting RMA that matches; deciding it takes it from the other tests. */
export const waitingRma = async (api: Api, fits: (rma: Rma) => boolean): Promise<Rma> => {
  const rma = (await api<Rma[]>("/rma?status=Waiting&pageSize=50")).find(fits);
  if (rma === undefined) throw new Error("No waiting RMA matches: the workspace has changed");
  return rma;
};

/** The line with the most units, and another one. */
export const pickLines = (rma: Rma) => {
  const [big, other] = rma.items.toSorted((a, b) => units(b) - units(a));
  return { big: big!, other: other! };
};

export const findLine = (page: Page, item: Rma["items"][number]) =>
  page
    .getByRole("region", { name: "Lines" })
    .getByRole("listitem")
    .filter({ hasText: item.sku ?? "" })
    .first();

/** The note of a line; opens the line's details. */
export const openNote = async (page: Page, item: Rma["items"][number]) => {
  const note = findLine(page, item).getByRole("combobox", { name: /^Note/ });
  if (!(await note.isVisible()))
    await findLine(page, item)
      .getByRole("button", { name: /^Details of/ })
      .click();
  return note;
};

/** Sends the decisions of the queue at once. */
export const sendAtOnce = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => localStorage.setItem("supercargo.settings", '{"undoTime":"0"}'));
