// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestApp } from "#web/testing/app.tsx";
import { useQueue } from "./use-queue.ts";

type QueueRows = Parameters<typeof useQueue>[0];

beforeEach(() => void vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterEach(() => vi.unstubAllGlobals());

const rows = {
  ids: Array.from({ length: 12 }, (_, place) => place + 1),
  sourceName: () => "",
} as unknown as QueueRows;

const Queue = () => {
  const { current, selected, step, extend, select } = useQueue(rows);
  return (
    <>
      <button onClick={() => step(1)}>J</button>
      <button onClick={() => extend(1)}>Shift+J</button>
      <button onClick={() => select(current ?? 0, false)}>X</button>
      <output>{`${current}: ${[...selected].join(" ")}`}</output>
    </>
  );
};

const shown = () => document.querySelector("output")?.textContent;

/** Presses keys one after the other, each once the queue shows what the one before did. */
const press = async (...keys: string[]) => {
  for (const key of keys) {
    const before = shown();
    [...document.querySelectorAll("button")].find((one) => one.textContent === key)?.click();
    await expect.poll(shown).not.toBe(before);
  }
};

test.each<[keys: string[], shown: string]>([
  [["Shift+J"], "2: 1 2"],
  [["J", "Shift+J", "Shift+J"], "4: 2 3 4"],
  [["X", "J", "J", "Shift+J"], "4: 1 2 3 4"],
  // The selection of the first RMA was removed.
  [["X", "X", "J", "J", "J", "Shift+J"], "5: 4 5"],
  [["J", "X", "J", "X", "X", "J", "J", "Shift+J"], "6: 2 5 6"],
])("after %j, the queue shows %s", async (keys, then) => {
  openTestApp({ "/rmas/queue": Queue }, "/rmas/queue");
  await expect.poll(shown).toBe("1: ");
  await press(...keys);
  expect(shown()).toBe(then);
});
