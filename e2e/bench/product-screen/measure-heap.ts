import type { Page } from "@playwright/test";

/** The memory of a page after garbage collection, in megabytes. */
export const measureHeap = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return Math.round(usedSize / 1e5) / 10;
};
