/** The time that pacing goes by: monotonic, so that a set wall clock moves no window. Tests bring their own. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls `act` once, `ms` or a little later; the answer cancels it. */
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
