/** Calls back once the screen has been painted; gives a way to call it off. */
export type AfterPaint = (callback: () => void, delay: number) => () => void;

/** Runs work when it is asked for: never while the screen waits to be painted, and never so often that typing would feel it. */
export interface ProofSchedule {
  /** Work is wanted; however often it is asked for before it runs, it runs once. */
  readonly ask: () => void;
  readonly stop: () => void;
}

/** Work in steps. Where they take long, the page breathes between two of them: no key waits for more than one step. */
export type ProofWork = () => Iterator<unknown>;

/** Steps that together take longer than this are not done in one go. */
const breathMs = 12;
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
  work: ProofWork,
  wait: AfterPaint = afterPaint,
  clock: () => number = () => performance.now(),
): ProofSchedule => {
  let cancel: (() => void) | undefined;
  let askedAt = 0;
  let rest = 0;
  let [underway, again] = [false, false];
  /** Gives whether all steps are done. */
  const goOn = (steps: Iterator<unknown>, before: number): boolean => {
    const began = clock();
    while (steps.next().done !== true) {
      if (clock() - began <= breathMs) continue;
      const took = before + clock() - began;
      cancel = wait(() => step(steps, took), 0);
      return false;
    }
    rest = restAfter(before + clock() - began);
    return true;
  };
  const step = (steps: Iterator<unknown>, before: number): void => {
    cancel = undefined;
    underway = true;
    try {
      underway = !goOn(steps, before);
    } catch (error) {
      underway = false;
      throw error;
    }
    if (again && !underway) {
      again = false;
      ask();
    }
  };
  const run = () => step(work(), 0);
  const ask = () => {
    // What is being worked out is finished first, or somebody who types on would never see anything.
    if (underway) again = true;
    else askLater();
  };
  const askLater = () => {
    if (!cancel) askedAt = clock();
    // Work that is spaced out waits until typing pauses, but not for ever.
    else if (rest > 0 && clock() - askedAt < longestWaitMs) cancel();
    else return;
    cancel = wait(run, rest);
  };
  return {
    ask,
    stop: () => {
      cancel?.();
      cancel = undefined;
      underway = false;
    },
  };
};
