// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Counting } from "./counting.tsx";

const { setMotion } = vi.hoisted(() => {
  let isStill = false;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return isStill;
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  return { setMotion: (moves: boolean) => void (isStill = !moves) };
});

// Files share their worker: another one would find each media query met.
afterAll(() => {
  setMotion(true);
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  onTestFinished(() => void vi.useRealTimers());
});

/** Shows one value after the other. Returns what is read at once, on the way, and at the end. */
const read = async (from: number, to: number) => {
  const place = document.createElement("div");
  const root = createRoot(place);
  onTestFinished(() => act(() => root.unmount()));
  const show = (value: number) =>
    act(() => root.render(<Counting value={value} show={(count) => `${count} left`} />));
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  show(from);
  show(to);
  const texts = [place.textContent];
  await pass(70);
  texts.push(place.textContent);
  await pass(140);
  return [...texts, place.textContent];
};

test("a number counts over to the next one", async () => {
  setMotion(true);
  const [first, between, last] = await read(0, 1_000);
  expect([first, last]).toEqual(["0 left", "1000 left"]);
  expect(between).toMatch(/^[2-8]\d\d left$/);
});

test("without motion the next number is there at once", async () => {
  setMotion(false);
  expect(await read(12, 11)).toEqual(["11 left", "11 left", "11 left"]);
});
