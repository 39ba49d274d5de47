import type { Page } from "@playwright/test";
import type { Rma } from "#contract/rmas.ts";

type Api = <T>(path: string, init?: { method?: string; body?: unknown }) => Promise<T>;

export const units = (item: Rma["items"][number]) => item.quantity ?? 0;

export const isBig = (item: Rma["items"][number]) => units(item) >= 4;
/** Of several lines, one with units enough to be decided in part. */
export const isForTheStory = ({ items }: Rma) => items.length >= 2 && items.some(isBig);
/** Left for the tests that need less, so that the story finds its own. */
export const hasThreeUnits = (rma: Rma) =>
  !isForTheStory(rma) && rma.items.some((item) => units(item) >= 3);
/** Deciding three units of it leaves it open. */
export const hasMoreThanThreeUnits = (rma: Rma) =>
  hasThreeUnits(rma) && rma.items.reduce((sum, item) => sum + units(item), 0) > 3;

/** The first waiting RMA that fits; a test that decides it takes it away from the others. */
export const waitingRma = async (api: Api, fits: (rma: Rma) => boolean): Promise<Rma> => {
  const rma = (await api<Rma[]>("/rma?status=Waiting&pageSize=50")).find(fits);
  if (rma === undefined) throw new Error("No waiting RMA fits: the workspace has changed");
  return rma;
};

/** The line with the most units, and another one. */
export const linesOf = (rma: Rma) => {
  const [big, other] = rma.items.toSorted((a, b) => units(b) - units(a));
  return { big: big!, other: other! };
};

export const lineOf = (page: Page, item: Rma["items"][number]) =>
  page
    .getByRole("region", { name: "Lines" })
    .getByRole("listitem")
    .filter({ hasText: item.sku ?? "" })
    .first();

/** The note of a line, which opens with its details. */
export const noteOf = async (page: Page, item: Rma["items"][number]) => {
  const note = lineOf(page, item).getByRole("textbox", { name: /^Note/ });
  if (!(await note.isVisible()))
    await lineOf(page, item)
      .getByRole("button", { name: /^Details of/ })
      .click();
  return note;
};
