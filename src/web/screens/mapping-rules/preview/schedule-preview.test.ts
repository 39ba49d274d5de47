import { describe, expect, test } from "vitest";
import { createPreviewSchedule, pauseAfter } from "./preview-schedule.ts";

/** A screen that paints when the test says so. */
const testScreen = () => {
  const waiting = new Map<object, { callback: () => void; delay: number }>();
  let waits = 0;
  return {
    waits: () => waits,
    wait: (callback: () => void, delay = 0) => {
      const key = {};
      waits += 1;
      waiting.set(key, { callback, delay });
      return () => waiting.delete(key);
    },
    delays: () => [...waiting.values()].map(({ delay }) => delay),
    paint: () => {
      const now = [...waiting.values()];
      waiting.clear();
      for (const { callback } of now) callback();
    },
  };
};

const scheduled = (tookMs: readonly number[] = []) => {
  const screen = testScreen();
  const durations = [...tookMs];
  let [now, runs] = [0, 0];
  const schedule = createPreviewSchedule(
    function* () {
      runs += 1;
      yield;
      now += durations.shift() ?? 0;
    },
    screen.wait,
    () => now,
  );
  return {
    screen,
    schedule,
    runs: () => runs,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("the schedule of tests", () => {
  test("work never runs before the screen was painted, and once for many changes", () => {
    const { screen, schedule, runs } = scheduled();
    for (let at = 0; at < 5; at++) schedule.request();
    expect([runs(), screen.delays()]).toEqual([0, [0]]);
    screen.paint();
    screen.paint();
    expect(runs()).toBe(1);
  });

  test("a change while it runs is handled afterwards", () => {
    const screen = testScreen();
    let runs = 0;
    const schedule = createPreviewSchedule(function* () {
      runs += 1;
      yield;
      if (runs === 1) schedule.request();
    }, screen.wait);
    schedule.request();
    screen.paint();
    screen.paint();
    expect(runs).toBe(2);
  });

  test("long steps leave the page time between them, and a change between them is handled afterwards", () => {
    const screen = testScreen();
    const done: string[] = [];
    let now = 0;
    const schedule = createPreviewSchedule(
      function* () {
        for (const name of ["short", "long", "last"]) {
          done.push(name);
          now += name === "long" ? 50 : 1;
          yield;
        }
      },
      screen.wait,
      () => now,
    );
    schedule.request();
    screen.paint();
    expect(done).toEqual(["short", "long"]);
    schedule.request();
    expect(screen.delays()).toEqual([0]);
    screen.paint();
    expect(done).toEqual(["short", "long", "last"]);
    expect(screen.delays()).toEqual([pauseAfter(52)]);
    screen.paint();
    expect(done).toHaveLength(5);
  });

  test("long work is spaced out, so that typing keeps most of the time", () => {
    const { screen, schedule } = scheduled([100, 2]);
    schedule.request();
    screen.paint();
    schedule.request();
    expect(screen.delays()).toEqual([400]);
    screen.paint();
    schedule.request();
    expect(screen.delays()).toEqual([0]);
  });

  test("long work waits for a pause in typing, but not longer than its limit", () => {
    const { screen, schedule, runs, pass } = scheduled([100]);
    schedule.request();
    screen.paint();
    schedule.request();
    const first = screen.waits();
    pass(150);
    schedule.request();
    expect(screen.waits()).toBe(first + 1);
    pass(2_000);
    const last = screen.waits();
    schedule.request();
    expect(screen.waits()).toBe(last);
    screen.paint();
    expect(runs()).toBe(2);
  });

  test.each([
    [0, 0],
    [8, 0],
    [20, 80],
    [5_000, 1_000],
  ])("after %i ms the pause is %i ms", (took, rest) => {
    expect(pauseAfter(took)).toBe(rest);
  });

  test("after a stop, it does not run", () => {
    const { screen, schedule, runs } = scheduled();
    schedule.request();
    schedule.stop();
    screen.paint();
    expect(runs()).toBe(0);
  });
});
