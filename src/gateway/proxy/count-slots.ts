import type { Clock } from "#gateway/server/clock.ts";

/**
 * The rolling window of one token, tracked on the gateway's side of the network (api 8): by this process alone
 * (`createSlots`), or by all gateways of a database (`createSharedSlots`).
 *
 * The upstream counts calls as they arrive, and a call arrives before the head of its response is seen here. A slot
 * that becomes free one window after that head therefore never puts more than `limit` arrivals into any window,
 * whatever the network's delays are. A call without a response may still be in transit when its socket is destroyed, so
 * its slot is held for the largest measured round trip as well.
 */
export interface Slots {
  isFree(): boolean;
  /** How many calls were sent and have no response head yet. */
  flying(): number;
  /** How many calls count toward the limit now. */
  used(): number;
  /** Calls `act` once, when a slot may be free; returns a function that cancels it. A response may free one earlier. */
  whenFree(act: () => void): () => void;
  take(): SlotInUse;
  /** The upstream asked for a pause: for slots that other processes take too. */
  pause(ms: number): void;
}

/** What the owner of slots is told about them. */
export interface SlotEvents {
  /** Another process was asked to pause. */
  paused(ms: number): void;
  /** For some time it was not possible to find out whether a slot is free. */
  unavailable(): void;
}

export interface SlotInUse {
  /** The response's head arrived. */
  answered(): void;
  /**
   * The call failed before a byte was sent. The slot is still held for one window, so that reconnects are limited too.
   */
  unsent(): void;
  /** The call was sent and its socket is destroyed. */
  lost(): void;
}

/** Timers and clocks are accurate to about a millisecond; the upstream's window may include its edge. */
const marginMs = 2;

/** Counts the calls under way, and says how long each holds its slot after its end: for both kinds of slots. */
export const trackCalls = (windowMs: number, clock: Clock) => {
  let flying = 0;
  let largestRoundTrip: number | undefined;

  /** `release` is called once, with the time until the slot is free. */
  const begin = (release: (ms: number) => void): SlotInUse => {
    const takenAt = clock.now();
    let inUse = true;
    flying += 1;
    const free = (extraMs: number) => {
      if (!inUse) return;
      inUse = false;
      flying -= 1;
      release(windowMs + marginMs + extraMs);
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
  return { flying: () => flying, begin };
};

export const createSlots = (limit: number, windowMs: number, clock: Clock): Slots => {
  const { flying, begin } = trackCalls(windowMs, clock);
  let frees: number[] = [];

  const dropPast = () => {
    const now = clock.now();
    frees = frees.filter((at) => at > now);
  };

  return {
    isFree: () => {
      dropPast();
      return flying() + frees.length < limit;
    },
    flying,
    used: () => {
      dropPast();
      return flying() + frees.length;
    },
    whenFree: (act) => {
      if (flying() + frees.length < limit) return clock.after(0, act);
      // While all calls are under way, only a response can free a slot.
      if (frees.length === 0) return () => undefined;
      return clock.after(Math.max(0, Math.min(...frees) - clock.now()), act);
    },
    take: () =>
      begin((ms) => {
        if (Number.isFinite(limit)) frees.push(clock.now() + ms);
      }),
    pause: () => undefined,
  };
};
