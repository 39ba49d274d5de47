import type { Clock } from "#gateway/server/clock.ts";

export interface FakeClock extends Clock {
  /** Moves time on, timer by timer, letting promises settle after each. */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** Runs everything that is ready to run. */
export const settle = async (): Promise<void> => {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
};

/**
 * A clock that only moves when the test advances it. With a tick it behaves like a real one: it moves a little at each
 * reading, and its timers fire a few ticks early.
 */
export const createFakeClock = (tick = 0): FakeClock => {
  let time = 0;
  let early = 0;
  const timers = new Set<Timer>();
  const nextDue = (until: number) =>
    [...timers].filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
  return {
    now: () => {
      time += tick;
      return time;
    },
    after: (ms, act) => {
      early = (early + 1) % 6;
      const timer = { at: time + Math.max(0, ms - early * tick), act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (ms) => {
      const until = time + ms;
      await settle();
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        timers.delete(due);
        time = Math.max(time, due.at);
        due.act();
        await settle();
      }
      time = Math.max(time, until);
    },
  };
};
