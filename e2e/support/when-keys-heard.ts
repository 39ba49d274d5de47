import type { Page } from "@playwright/test";

/** Waits until the page listens to the palette's key: the listener loads after the first screen's data. */
export const whenKeysHeard = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("load-ahead")),
  );
  // Chromium calls back no earlier than its next frame, and draws none while nothing changes.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })));
};
