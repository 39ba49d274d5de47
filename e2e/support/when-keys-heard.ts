import type { Page } from "@playwright/test";

/** Waits until the keys of every screen are heard: what loads after that is requested only then. */
export const whenKeysHeard = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    const sign = connection?.saveData === true ? "load-ahead" : "watch-waiting";
    return performance.getEntriesByType("resource").some(({ name }) => name.includes(sign));
  });
  // Chromium calls back no earlier than its next frame, and draws none while nothing changes.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })));
};
