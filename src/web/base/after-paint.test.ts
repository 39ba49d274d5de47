import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterPaint } from "./after-paint.ts";

/** A browser's frames, drawn when the test says so. */
let frames: (() => void)[] = [];
const draw = () => frames.splice(0).forEach((frame) => frame());
const callback = vi.fn<() => void>();

const show = (visibilityState: DocumentVisibilityState) =>
  vi.stubGlobal("document", { visibilityState });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => delete frames[id - 1]);
  show("visible");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  callback.mockReset();
  frames = [];
});

test("calls back after the frame, not in it", () => {
  afterPaint(callback);
  vi.runAllTimers();
  draw();
  expect(callback).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(callback).toHaveBeenCalledOnce();
});

test("waits for the delay besides", () => {
  afterPaint(callback, 50);
  draw();
  vi.advanceTimersByTime(49);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
});

test("a hidden page, which draws nothing, only waits for the delay", () => {
  show("hidden");
  afterPaint(callback, 50);
  vi.advanceTimersByTime(50);
  expect(callback).toHaveBeenCalledOnce();
});

test.each([
  ["before the frame", () => {}],
  ["after the frame", draw],
])("is called off %s", (_when, before) => {
  const callOff = afterPaint(callback);
  before();
  callOff();
  draw();
  vi.runAllTimers();
  expect(callback).not.toHaveBeenCalled();
});
