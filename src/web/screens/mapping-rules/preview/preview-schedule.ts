import { type AfterPaint, afterPaint } from "#web/base/after-paint.ts";

/** Runs work on request: never before the screen is painted, and never so often that typing becomes slow. */
interface PreviewSchedule {
  /** Requests the work; several requests before it runs cause one run. */
  readonly request: () => void;
  readonly stop: () => void;
}

/** Work in steps. Long steps have pauses between them, so no keystroke waits for more than one step. */
type PreviewWork = () => Iterator<unknown>;

/** Steps that together take longer than this are split by a pause. */
const maxTaskMs = 12;
/** Work that took longer than this is spaced out. */
const noPauseUpToMs = 8;
/** The factor of the pause after spaced-out work: the pause is this many times as long as the work. */
const restFactor = 4;
const longestRestMs = 1_000;
const longestWaitMs = 2_000;

export const pauseAfter = (tookMs: number): number =>
  tookMs <= noPauseUpToMs ? 0 : Math.min(longestRestMs, tookMs * restFactor);

export const createPreviewSchedule = (
  work: PreviewWork,
  wait: AfterPaint = afterPaint,
  clock: () => number = () => performance.now(),
): PreviewSchedule => {
  let cancel: (() => void) | undefined;
  let requestedAt = 0;
  let rest = 0;
  let [running, requestedAgain] = [false, false];
  /** Runs steps; returns whether all are done. */
  const runSteps = (steps: Iterator<unknown>, before: number): boolean => {
    const began = clock();
    while (steps.next().done !== true) {
      if (clock() - began <= maxTaskMs) continue;
      const took = before + clock() - began;
      cancel = wait(() => step(steps, took), 0);
      return false;
    }
    rest = pauseAfter(before + clock() - began);
    return true;
  };
  const step = (steps: Iterator<unknown>, before: number): void => {
    cancel = undefined;
    running = true;
    try {
      running = !runSteps(steps, before);
    } catch (error) {
      running = false;
      throw error;
    }
    if (requestedAgain && !running) {
      requestedAgain = false;
      request();
    }
  };
  const run = () => step(work(), 0);
  const request = () => {
    // The current work is finished first; otherwise continuous typing would never show a result.
    if (running) requestedAgain = true;
    else schedule();
  };
  const schedule = () => {
    if (!cancel) requestedAt = clock();
    // Spaced-out work waits until typing pauses, at most `longestWaitMs`.
    else if (rest > 0 && clock() - requestedAt < longestWaitMs) cancel();
    else return;
    cancel = wait(run, rest);
  };
  return {
    request,
    stop: () => {
      cancel?.();
      cancel = undefined;
      running = false;
    },
  };
};
