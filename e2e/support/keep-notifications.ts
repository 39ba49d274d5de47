import type { Page } from "@playwright/test";
import { notificationMs } from "#web/kit/notify.ts";

/**
 * Keeps later notifications of the open page until they are dismissed: a slow machine may need longer than the seconds
 * for which one is shown. Returns a function that ends this for later ones.
 */
export const keepNotifications = async (
  page: Pick<Page, "evaluate">,
): Promise<() => Promise<void>> => {
  await page.evaluate((shownMs) => {
    const longest = 2 ** 31 - 1;
    const original = setTimeout as unknown as (...given: unknown[]) => number;
    const patient = (act: unknown, ms: unknown, ...more: unknown[]) =>
      original(act, ms === shownMs ? longest : ms, ...more);
    Object.assign(globalThis, { setTimeout: patient, originalSetTimeout: original });
  }, notificationMs);
  return () =>
    page.evaluate(() => {
      const { originalSetTimeout } = globalThis as unknown as { originalSetTimeout: unknown };
      Object.assign(globalThis, { setTimeout: originalSetTimeout });
    });
};
