import type { Locator, Page } from "@playwright/test";

/** More than any screen needs. */
const mostPresses = 120;

interface Kept {
  wanted: readonly Element[];
}

/** Finds the elements and keeps them in the page; returns whether one has the focus. */
const find = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((elements) => {
    Object.assign(globalThis, { wanted: elements });
    return elements.some((element) => element === document.activeElement);
  });

/** Whether one of the kept elements has the focus; undefined if they must be found again. */
const check = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(() => {
    const { wanted } = globalThis as unknown as Kept;
    if (wanted.length === 0 || wanted.some(({ isConnected }) => !isConnected)) return undefined;
    return wanted.some((element) => element === document.activeElement);
  });

/**
 * Presses a key until one of the elements has the focus, as a person without a mouse does. Finds them once, because a
 * search by role takes as long as several presses.
 */
export const pressTo = async (page: Page, wanted: Locator, key = "Tab"): Promise<void> => {
  let focused = await find(wanted);
  for (let presses = 0; !focused; presses += 1) {
    if (presses === mostPresses) throw new Error(`${key} doesn't lead to ${String(wanted)}`);
    await page.keyboard.press(key);
    focused = (await check(page)) ?? (await find(wanted));
  }
};
