import { expect, test, vi } from "vitest";
import { notificationMs } from "#web/kit/notify.ts";
import { keepNotifications } from "./keep-notifications.ts";

vi.mock("#web/kit/notify.ts", () => ({ notificationMs: 1234 }));

test("what the console shows for a while stays until that is ended; other timers are as they were", async () => {
  const waits: number[] = [];
  vi.stubGlobal("setTimeout", (_: unknown, ms: number) => waits.push(ms));
  try {
    // The page is this process.
    const evaluate = async (run: (given: unknown) => unknown, given?: unknown) => run(given);
    const end = await keepNotifications({ evaluate } as never);
    for (const ms of [notificationMs, 100]) setTimeout(() => undefined, ms);
    await end();
    setTimeout(() => undefined, notificationMs);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(waits).toEqual([2 ** 31 - 1, 100, notificationMs]);
});
