import type { Clock } from "#gateway/server/clock.ts";
import { type SlotEvents, type SlotInUse, type Slots, trackCalls } from "./count-slots.ts";
import type { SlotLease, TakenSlot } from "./rate-slots.ts";

/** The slots of one token in the database; each function rejects while it is unavailable. */
interface SlotStore {
  /** Takes one that is free within `aheadMs`. */
  take(aheadMs: number): Promise<TakenSlot>;
  /** Adds the token's slots where there are fewer than the limit. */
  add(): Promise<void>;
  pause(ms: number): Promise<void>;
}

/** The slots that this process holds: they are renewed, and released even if the database is away for a moment. */
export interface HeldSlots {
  hold(taken: TakenSlot): SlotLease;
  /** From then on it is free after `ms`. */
  release(lease: SlotLease, ms: number): void;
  /** Work that may take a slot: a stop waits until the slot is used or released. */
  follow(work: Promise<void>): void;
}

export interface SharedSlotsOptions {
  readonly store: SlotStore;
  readonly held: HeldSlots;
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  readonly events: SlotEvents;
}

/** One attempt takes at most this long; calls wait this long for a database that fails, and are then turned away. */
const patienceMs = 5_000;

const retryMs = 250;

/**
 * A slot is taken this part of a window before it is free, so that the way to the database and back costs no time of
 * the rate. A releasing gateway can't do so at once, so the others ask as early.
 */
const ahead = 0.1;

/** While another gateway takes a slot, its row still seems free. */
const shortestWaitMs = 3;

/**
 * The slots of a token that several gateways use (`Slots`). A gateway asks for one when a call waits; the row of a slot
 * is its own until the slot is released or the lease ends. A released slot is free a window later, so asking twice in a
 * window is enough to know every slot's time before it comes.
 */
export const createSharedSlots = (options: SharedSlotsOptions): Slots => {
  const { store, held, limit, windowMs, clock, events } = options;
  const aheadMs = windowMs * ahead;
  const { flying, begin } = trackCalls(windowMs, clock);
  let granted: SlotLease | undefined;
  let listener: (() => void) | undefined;
  let isAsking = false;
  let timer: (() => void) | undefined;
  let failingSince: number | undefined;
  let seen = { used: 0, at: Number.NEGATIVE_INFINITY };

  const pauseFor = async (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  const grant = async (taken: TakenSlot): Promise<void> => {
    const lease = held.hold(taken);
    if (taken.startInMs !== null && taken.startInMs > 0) await pauseFor(taken.startInMs);
    granted = lease;
    listener?.();
    // The call that waited has left.
    if (granted !== undefined) held.release(granted, 0);
    granted = undefined;
  };

  const takeInTime = async (): Promise<TakenSlot> => {
    const taking = store.take(aheadMs);
    return new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = () => {
        isLate = true;
        reject(new Error("The database takes too long"));
      };
      // After a pause of this process, the answer may have arrived and not been read yet.
      const disarm = clock.after(patienceMs, () => setImmediate(giveUp));
      const answered = taking.then(
        (taken) => {
          disarm();
          if (isLate && taken.slot !== null) held.release(held.hold(taken), aheadMs);
          resolve(taken);
        },
        (error: unknown) => {
          disarm();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
      // Also after it was given up: a stop that doesn't wait for a late slot can't release it.
      held.follow(answered);
    });
  };

  /** Asks once, and returns the time until asking again makes sense. */
  const ask = async (): Promise<number> => {
    const askedAt = clock.now();
    try {
      const taken = await takeInTime();
      failingSince = undefined;
      seen = { used: taken.used, at: clock.now() };
      if (taken.slot !== null) {
        await grant(taken);
        return 0;
      }
      if (taken.known < limit) await store.add();
      if (taken.pausedMs > 0) events.paused(taken.pausedMs);
      const waitMs = taken.known < limit ? windowMs : taken.freeInMs - aheadMs;
      return Math.max(shortestWaitMs, Math.min(waitMs, windowMs / 2));
    } catch {
      failingSince ??= askedAt;
      if (clock.now() - failingSince >= patienceMs) events.unavailable();
      return retryMs;
    }
  };

  const look = (): void => {
    timer = undefined;
    if (listener === undefined) return;
    isAsking = true;
    const asked = ask().then((waitMs) => {
      isAsking = false;
      if (waitMs === 0) look();
      else timer = clock.after(waitMs, look);
    });
    held.follow(asked);
  };

  const take = (): SlotInUse => {
    const lease = granted;
    if (lease === undefined) throw new Error("No slot was granted");
    granted = undefined;
    return begin((ms) => held.release(lease, ms));
  };

  return {
    isFree: () => granted !== undefined,
    flying,
    used: () => Math.max(flying(), clock.now() - seen.at < windowMs ? seen.used : 0),
    whenFree: (act) => {
      listener = act;
      if (!isAsking && timer === undefined) look();
      return () => {
        if (listener === act) listener = undefined;
      };
    },
    take,
    pause: (ms) => void store.pause(ms).catch(() => undefined),
  };
};
