import type { Page } from "@playwright/test";

/** The limit of layout shifts while a screen loads (the browser's own measure). */
export const mostShift = 0.005;

interface Shift {
  value: number;
  /** The start of the markup of what moved. */
  moved: string[];
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/** Records layout shifts on the pages that open from now on. */
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

/** The layout shifts of the open page: their sum, and the moved elements. */
export const readShifts = async (page: Page): Promise<{ sum: number; moved: string }> => {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  return {
    sum: shifts.reduce((total, { value }) => total + value, 0),
    moved: shifts.map(({ value, moved }) => `${value} ${moved.join(" | ")}`).join("\n"),
  };
};

/** Begins a new sum: for the next screen of the open page. */
export const forgetShifts = (page: Page): Promise<unknown> =>
  page.evaluate(() => ((globalThis as unknown as { shifts: Shift[] }).shifts.length = 0));
