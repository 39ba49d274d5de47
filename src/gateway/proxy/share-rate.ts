import { createHmac } from "node:crypto";
import type { Clock } from "#gateway/server/clock.ts";
import type { SlotEvents, Slots } from "./count-slots.ts";
import type { Memory } from "#gateway/server/database.ts";
import { repeat } from "#gateway/server/repeat.ts";
import { createSharedSlots, type HeldSlots } from "./share-slots.ts";
import {
  addSlots,
  forgetOldSlots,
  pauseSlots,
  releaseSlot,
  renewSlot,
  type SlotLease,
  takeSlot,
} from "./rate-slots.ts";

interface Rate {
  readonly token: string;
  readonly limit: number;
  readonly windowMs: number;
}

export type ShareSlots = (rate: Rate) => (events: SlotEvents) => Slots;

/** The rate windows of the tokens, shared by all gateways of the database. */
export interface SharedRate {
  readonly shareSlots: ShareSlots;
  stopping(): void;
  /** Resolves when no slot is being taken and none is left to be released; to be called after no call waits for one. */
  idle(): Promise<void>;
  close(): void;
}

export interface SharedRateOptions {
  readonly memory: Memory;
  readonly upstream: string;
  /** A gateway that is killed holds its slots until then. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

const retry = { firstMs: 50, triesWhenClosing: 3 } as const;

const cleanMs = 3_600_000;

/** Names a token without containing it: a hash of the upstream, keyed with the token, that only its owner can compute. */
const hashOf = (token: string, upstream: string): Buffer =>
  createHmac("sha256", token).update(`rate window of ${upstream}`).digest();

/** Counts the calls of each token together with the other gateways, in rows of the database and by its clock. */
export const createSharedRate = (options: SharedRateOptions): SharedRate => {
  const { memory, upstream, leaseMs, clock } = options;
  const mine = new Set<SlotLease>();
  /** What a stop waits for: a slot that is taken and not released holds up the others until its lease ends. */
  const underWay = new Set<Promise<void>>();
  let isStopping = false;

  const follow = (work: Promise<void>): void => {
    underWay.add(work);
    const over = () => underWay.delete(work);
    work.then(over, over);
  };

  const pauseFor = async (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  /** Retries until the lease has ended; the time that passes meanwhile counts. */
  const release = async (lease: SlotLease, ms: number): Promise<void> => {
    const began = clock.now();
    const passed = () => clock.now() - began;
    for (let wait: number = retry.firstMs, tries = 1; ; wait *= 2, tries += 1) {
      try {
        const sql = await memory.sql();
        await releaseSlot(sql, lease, Math.max(0, ms - passed()));
        return;
      } catch {
        if (passed() + wait > leaseMs || (isStopping && tries >= retry.triesWhenClosing)) return;
      }
      await pauseFor(wait);
    }
  };
  const holdersOf = (tokenHash: Buffer): HeldSlots => ({
    hold: ({ slot, turn }) => {
      const lease = { tokenHash, slot: slot ?? 0, turn: turn ?? 0 };
      mine.add(lease);
      return lease;
    },
    release: (lease, ms) => {
      mine.delete(lease);
      follow(release(lease, ms));
    },
    follow,
  });

  const stops = [
    repeat(clock, leaseMs / 3, async () => {
      for (const lease of mine) await renewSlot(await memory.sql(), lease, leaseMs);
    }),
    repeat(clock, cleanMs, async () => forgetOldSlots(await memory.sql())),
  ];

  return {
    shareSlots: ({ token, limit, windowMs }) => {
      const tokenHash = hashOf(token, upstream);
      const store = {
        take: async (aheadMs: number) =>
          takeSlot(await memory.sql(), tokenHash, { limit, leaseMs, aheadMs }),
        add: async () => addSlots(await memory.sql(), tokenHash, limit, windowMs),
        pause: async (ms: number) => pauseSlots(await memory.sql(), tokenHash, ms),
      };
      const held = holdersOf(tokenHash);
      return (events) => createSharedSlots({ store, held, limit, windowMs, clock, events });
    },
    stopping: () => {
      isStopping = true;
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
