import type { Clock } from "./clock.ts";

/**
 * The rolling window of one token, kept from this side of the network (api 8).
 *
 * The upstream counts calls as they arrive, and a call arrives before its answer's head is seen here. A slot that is
 * free again one window after that head therefore never puts more than `limit` arrivals into any window, whatever the
 * network's delays are. A call without an answer may still be on its way when its socket is destroyed, so its slot is
 * held for the largest round trip seen on top.
 */
export interface Slots {
  isFree(): boolean;
  /** How many calls are out without an answer's head. */
  flying(): number;
  /** Milliseconds until a slot is free, 0 when one is; undefined while only an answer can free one. */
  untilFree(): number | undefined;
  take(): SlotInUse;
}

export interface SlotInUse {
  /** The answer's head came. */
  answered(): void;
  /** The call failed before a byte was sent. The slot is held for one window all the same: no reconnect storm. */
  unsent(): void;
  /** The call was sent and its socket is gone. */
  lost(): void;
}

/** Timers and clocks are good to a millisecond or so; the upstream's window may count its edge in. */
const marginMs = 2;

export const createSlots = (limit: number, windowMs: number, clock: Clock): Slots => {
  let flying = 0;
  let frees: number[] = [];
  let largestRoundTrip: number | undefined;

  const dropPast = () => {
    const now = clock.now();
    frees = frees.filter((at) => at > now);
  };

  const take = (): SlotInUse => {
    const takenAt = clock.now();
    let inUse = true;
    flying += 1;
    const free = (extraMs: number) => {
      if (!inUse) return;
      inUse = false;
      flying -= 1;
      if (Number.isFinite(limit)) frees.push(clock.now() + windowMs + marginMs + extraMs);
    };
    return {
      answered: () => {
        if (inUse) largestRoundTrip = Math.max(largestRoundTrip ?? 0, clock.now() - takenAt);
        free(0);
      },
      unsent: () => free(0),
      lost: () => free(largestRoundTrip ?? windowMs),
    };
  };

  return {
    isFree: () => {
      dropPast();
      return flying + frees.length < limit;
    },
    flying: () => flying,
    untilFree: () => {
      if (flying + frees.length < limit) return 0;
      return frees.length === 0 ? undefined : Math.max(0, Math.min(...frees) - clock.now());
    },
    take,
  };
};
