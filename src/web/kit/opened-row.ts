import { findRowTarget } from "./use-row-focus.ts";

/** The link of the row that was opened last, by the list's address. */
const opened = new Map<string, string>();

const here = (): string => location.pathname + location.search;

/** Remembers the row that is about to be opened, for the way back to its list. */
export const rememberRow = (link: HTMLElement): void => {
  const href = link.matches("[data-row-link]") ? link.getAttribute("href") : null;
  if (href !== null) opened.set(here(), href);
};

/** The row at which keyboard navigation starts: the last opened one, otherwise the first. */
export const firstRow = (list: ParentNode | null): HTMLElement | undefined => {
  const rows = [...(list?.querySelectorAll("[data-index]") ?? [])];
  const targets = rows.flatMap((row) => findRowTarget(row) ?? []);
  const last = opened.get(here());
  return targets.find((target) => target.getAttribute("href") === last) ?? targets[0];
};
