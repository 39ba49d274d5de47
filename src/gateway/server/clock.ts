/** The clock for pacing: monotonic, so that setting the wall clock moves no window. Tests use their own. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls `act` once, after `ms` or slightly later; returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

/** The process's own monotonic clock. Its timers keep no process alive. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, Math.max(0, Math.ceil(ms)));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
