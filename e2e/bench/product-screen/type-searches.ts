import type { Page } from "@playwright/test";

declare global {
  var keyTimes: number[] | undefined;
}

/** Runs in the page: measures from each key to the frame with its results. */
const timeKeys = (): void => {
  const times: number[] = [];
  globalThis.keyTimes = times;
  const found = document.querySelector(".found")!;
  let pressed: number | undefined;
  const field = document.querySelector("input[type=search]")!;
  field.addEventListener("keydown", ({ timeStamp }) => (pressed ??= timeStamp), true);
  const { port1, port2 } = new MessageChannel();
  let began = 0;
  port1.onmessage = () => times.push(performance.now() - began);
  new MutationObserver(() => {
    if (pressed === undefined) return;
    began = pressed;
    pressed = undefined;
    // The task after a frame's work, when it has been painted.
    requestAnimationFrame(() => port2.postMessage(undefined));
  }).observe(found, { attributes: true, attributeFilter: ["data-of"] });
};

const rounded = (value: number): number => Math.round(value * 10) / 10;
const at = (values: readonly number[], share: number): number =>
  rounded(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN);

const work = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration"] as const;

/**
 * Types texts key by key; measures the milliseconds from a key to its results on the screen, and the main thread's
 * work for it.
 */
export const typeSearches = async (page: Page, texts: readonly string[]) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return work.map((name) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1_000);
  };
  const field = page.getByRole("searchbox", { name: "Search products" });
  await field.focus();
  await page.evaluate(timeKeys);
  const totals = work.map(() => 0);
  let keys = 0;
  for (const text of texts) {
    await field.fill("");
    await page.waitForTimeout(700);
    const before = await spent();
    for (const key of text) {
      await page.keyboard.press(key === " " ? "Space" : key);
      await page.waitForTimeout(120);
    }
    const after = await spent();
    after.forEach((value, place) => (totals[place]! += value - before[place]!));
    keys += text.length;
    await page.waitForTimeout(500);
  }
  const times = await page.evaluate(() => globalThis.keyTimes!);
  const each = totals.map((total) => rounded(total / keys));
  await field.fill("");
  await session.detach();
  return {
    keys,
    painted: times.length,
    medianMs: at(times, 0.5),
    p95Ms: at(times, 0.95),
    // The tasks include the frames themselves.
    mainThread: {
      scriptMs: each[0],
      layoutMs: rounded(each[1]! + each[2]!),
      tasksMs: each[3],
    },
  };
};
