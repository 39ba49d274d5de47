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

/** Resolves after `ms`. */
export const wait = async (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

/** Rejects if the work takes longer. After a pause of this process, its result may have arrived and not been read yet. */
export const within = async <T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error("It takes too long"));
    const disarm = clock.after(ms, () => setImmediate(tooLate));
    void work.then(resolve, reject).finally(disarm);
  });

/** Calls `act` repeatedly, whether it fails or not; returns a function that stops it. */
export const repeat = (clock: Clock, ms: number, act: () => Promise<void>): (() => void) => {
  let cancel: () => void;
  const arm = (): void => {
    cancel = clock.after(ms, () => {
      arm();
      void act().catch(() => undefined);
    });
  };
  arm();
  return () => cancel();
};

const quietMs = 60_000;

/** Whether a text was not logged within the last minute: what fails every few seconds would fill the log. */
export const oncePerMinute = (now: () => number): ((text: string) => boolean) => {
  const loggedAt = new Map<string, number>();
  return (text) => {
    for (const [logged, at] of loggedAt) if (now() - at >= quietMs) loggedAt.delete(logged);
    if (loggedAt.has(text)) return false;
    loggedAt.set(text, now());
    return true;
  };
};
