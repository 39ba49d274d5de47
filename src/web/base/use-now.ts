import { useSyncExternalStore } from "react";

/** How often ages that count minutes are updated. */
const usualMs = 30_000;

/** A clock with a coarse hand, for everyone who reads it: hundreds of ages in a table share one timer. */
const createClock = (everyMs: number) => {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    /** Also right when the timer is late, as in a tab in the background. */
    read: () => {
      const time = Date.now();
      if (Math.abs(time - now) >= everyMs) now = time;
      return now;
    },
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) now = Date.now();
      listeners.add(listener);
      timer ??= setInterval(tick, everyMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};

const clocks = new Map<number, ReturnType<typeof createClock>>();

const getClock = (everyMs: number) => {
  const clock = clocks.get(everyMs) ?? createClock(everyMs);
  clocks.set(everyMs, clock);
  return clock;
};

/** The current time in ms, at most `everyMs` old, for displayed ages: renders again when it has moved on. */
export const useNow = (everyMs = usualMs): number => {
  const { subscribe, read } = getClock(everyMs);
  return useSyncExternalStore(subscribe, read, read);
};
