import type { Clock } from "./clock.ts";

/** Calls `act` repeatedly, whether it fails or not; returns a function that stops it. */
export const repeat = (clock: Clock, ms: number, act: () => Promise<void>): (() => void) => {
  let cancel: () => void;
  const wait = (): void => {
    cancel = clock.after(ms, () => {
      wait();
      void act().catch(() => undefined);
    });
  };
  wait();
  return () => cancel();
};
