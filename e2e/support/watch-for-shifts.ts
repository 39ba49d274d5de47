import type { Page } from "@playwright/test";

/** What moves by itself while a screen loads may add up to so much (the browser's own measure of layout shifts). */
export const mostShift = 0.005;

interface Shift {
  value: number;
  /** What moved, as its markup begins. */
  moved: string[];
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/** Notes what moves on the pages that open from now on. */
export const watchForShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as ShiftEntry[])
        shifts.push({
          value,
          moved: sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? ""),
          ),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });

/** What has moved on the open page: how much together, and what. */
export const shiftsOf = async (page: Page): Promise<{ sum: number; moved: string }> => {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  return {
    sum: shifts.reduce((total, { value }) => total + value, 0),
    moved: shifts.map(({ value, moved }) => `${value} ${moved.join(" | ")}`).join("\n"),
  };
};
