/** Calls back once the screen has been painted; gives a way to call it off. */
export type AfterPaint = (callback: () => void, delay: number) => () => void;

/** Runs work when it is asked for: never while the screen waits to be painted, and never so often that typing would feel it. */
export interface ProofSchedule {
  /** Work is wanted; however often it is asked for before it runs, it runs once. */
  readonly ask: () => void;
  readonly stop: () => void;
}

/** Work that took longer than this is spaced out. */
const cheapMs = 8;
/** The share of time that spaced-out work leaves to everything else. */
const restFactor = 4;
const longestRestMs = 1_000;
const longestWaitMs = 2_000;

/** The browser's own: after the next frame, and after the time given. A hidden page paints nothing, so it only waits. */
export const afterPaint: AfterPaint = (callback, delay) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const later = () => {
    timer = setTimeout(callback, delay);
  };
  if (document.visibilityState === "visible") frame = requestAnimationFrame(later);
  else later();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** How long to wait after work that took so long. */
export const restAfter = (tookMs: number): number =>
  tookMs <= cheapMs ? 0 : Math.min(longestRestMs, tookMs * restFactor);

export const createProofSchedule = (
  work: () => void,
  wait: AfterPaint = afterPaint,
  clock: () => number = () => performance.now(),
): ProofSchedule => {
  let cancel: (() => void) | undefined;
  let askedAt = 0;
  let rest = 0;
  const run = () => {
    cancel = undefined;
    const began = clock();
    work();
    rest = restAfter(clock() - began);
  };
  return {
    ask: () => {
      if (!cancel) askedAt = clock();
      // Work that is spaced out waits until typing pauses, but not for ever.
      else if (rest > 0 && clock() - askedAt < longestWaitMs) cancel();
      else return;
      cancel = wait(run, rest);
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
