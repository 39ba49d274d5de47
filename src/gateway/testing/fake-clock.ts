import type { Clock } from "#gateway/clock.ts";

export interface FakeClock extends Clock {
  /** Moves time on, timer by timer, letting promises settle after each. */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** Lets everything that is ready to run, run. */
export const settle = async (): Promise<void> => {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
};

/**
 * A clock that stands still until it is told to move. With a tick it is like a real one: it moves on a little whenever
 * it is looked at, and its timers come a few ticks early.
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
