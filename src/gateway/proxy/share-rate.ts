import { createHmac } from "node:crypto";
import type { Query } from "#database/sql.ts";
import { type Clock, repeat, wait, within } from "#gateway/server/clock.ts";
import type { GatewayDatabase } from "#gateway/server/database.ts";
import { type BackgroundWork, trackWork } from "#gateway/server/stop.ts";
import { type SlotEvents, type SlotInUse, type Slots, trackCalls } from "./pace-requests.ts";

/** The row of a slot that a gateway holds. */
interface SlotLease {
  readonly tokenHash: Buffer;
  readonly slot: number;
  readonly turn: number;
}

/** All times in milliseconds, by the database's clock. */
interface TakenSlot {
  /** Null: none is free. */
  readonly slot: number | null;
  readonly turn: number | null;
  /** When the next call may be sent with the taken one. */
  readonly startInMs: number | null;
  /** How many rows the token has. */
  readonly known: number;
  /** How many of them count toward the limit now. */
  readonly used: number;
  readonly freeInMs: number;
  readonly pausedMs: number;
}

interface SlotTaking {
  readonly limit: number;
  readonly leaseMs: number;
  /** Also takes a slot that is free so soon. */
  readonly aheadMs: number;
}

/** Takes a free slot of a token, if there is one, until the lease ends. Rows that others are taking are skipped. */
const takeSlot = async (
  sql: Query,
  tokenHash: Buffer,
  { limit, leaseMs, aheadMs }: SlotTaking,
): Promise<TakenSlot> => {
  const [taken] = await sql<TakenSlot[]>`
    with free as (
      select slot, greatest(free_at, paused_until) as starts_at from gateway.rate_slots
      where token_hash = ${tokenHash} and slot <= ${limit}::int
        and greatest(free_at, paused_until) <= clock_timestamp() + ${aheadMs}::float8 * interval '1 millisecond'
      order by free_at limit 1 for update skip locked
    ), taken as (
      update gateway.rate_slots mine
      set free_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond', turn = turn + 1
      from free where mine.token_hash = ${tokenHash} and mine.slot = free.slot
      returning mine.slot, mine.turn, free.starts_at
    )
    select taken.slot, taken.turn,
      greatest(0, extract(epoch from taken.starts_at - clock_timestamp()))::float8 * 1000 as "startInMs", seen.*
    from (
      select count(*)::int as known, count(*) filter (where free_at > clock_timestamp())::int as used,
        coalesce(extract(epoch from min(free_at) - clock_timestamp()), 0)::float8 * 1000 as "freeInMs",
        coalesce(extract(epoch from max(paused_until) - clock_timestamp()), 0)::float8 * 1000 as "pausedMs"
      from gateway.rate_slots where token_hash = ${tokenHash} and slot <= ${limit}::int
    ) seen left join taken on true`;
  if (taken === undefined) throw new Error("The statement returned nothing");
  return taken;
};

/**
 * Adds a token's slots that are missing. Each counts as just used: after a crash of the database no one knows which
 * calls were sent before.
 */
const addSlots = async (
  sql: Query,
  tokenHash: Buffer,
  limit: number,
  windowMs: number,
): Promise<void> => {
  await sql`
    insert into gateway.rate_slots (token_hash, slot, free_at)
    select ${tokenHash}::bytea, slot, clock_timestamp() + ${windowMs}::float8 * interval '1 millisecond'
    from generate_series(1, ${limit}::int) slot
    on conflict do nothing`;
};

/** Lets go of a slot, which is free again after this time. */
const releaseSlot = async (sql: Query, lease: SlotLease, ms: number): Promise<void> => {
  const { tokenHash, slot, turn } = lease;
  await sql`
    update gateway.rate_slots
    set free_at = clock_timestamp() + ${ms}::float8 * interval '1 millisecond', turn = turn + 1
    where token_hash = ${tokenHash} and slot = ${slot} and turn = ${turn}`;
};

/** Holds a slot for another lease, because its call is still under way. */
const renewSlot = async (sql: Query, lease: SlotLease, leaseMs: number): Promise<void> => {
  const { tokenHash, slot, turn } = lease;
  await sql`
    update gateway.rate_slots set free_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    where token_hash = ${tokenHash} and slot = ${slot} and turn = ${turn}`;
};

/** Lets no gateway take a slot of the token for this time. */
const pauseSlots = async (sql: Query, tokenHash: Buffer, ms: number): Promise<void> => {
  await sql`
    update gateway.rate_slots
    set paused_until = greatest(paused_until, clock_timestamp() + ${ms}::float8 * interval '1 millisecond')
    where token_hash = ${tokenHash}`;
};

/** Removes the slots of tokens that were not used for a day: tokens are replaced. */
const forgetOldSlots = async (sql: Query): Promise<void> => {
  await sql`
    delete from gateway.rate_slots
    where greatest(free_at, paused_until) < clock_timestamp() - interval '1 day'`;
};

/** The slots of one token in the database; each function rejects while it is unavailable. */
interface SlotStore {
  /** Takes one that is free within `aheadMs`. */
  take(aheadMs: number): Promise<TakenSlot>;
  /** Adds the token's slots where there are fewer than the limit. */
  add(): Promise<void>;
  pause(ms: number): Promise<void>;
}

/** The slots that this process holds: they are renewed, and released even if the database is away for a moment. */
interface HeldSlots {
  hold(taken: TakenSlot): SlotLease;
  /** From then on it is free after `ms`. */
  release(lease: SlotLease, ms: number): void;
  /** Work that may take a slot: a stop waits until the slot is used or released. */
  track(work: Promise<void>): void;
}

interface SharedSlotsOptions {
  readonly store: SlotStore;
  readonly held: HeldSlots;
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  readonly events: SlotEvents;
}

/** One attempt takes at most this long; calls wait this long for a database that fails, and are then turned away. */
const timeoutMs = 5_000;

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

  const grant = async (taken: TakenSlot): Promise<void> => {
    const lease = held.hold(taken);
    if (taken.startInMs !== null && taken.startInMs > 0) await wait(clock, taken.startInMs);
    granted = lease;
    listener?.();
    // The call that waited has left.
    if (granted !== undefined) held.release(granted, 0);
    granted = undefined;
  };

  const takeInTime = async (): Promise<TakenSlot> => {
    const taking = store.take(aheadMs);
    let isLate = false;
    const releaseLate = (taken: TakenSlot): void => {
      if (isLate && taken.slot !== null) held.release(held.hold(taken), aheadMs);
    };
    // Also after it was given up: a stop that doesn't wait for a late slot can't release it.
    held.track(taking.then(releaseLate, () => undefined));
    try {
      return await within(clock, timeoutMs, taking);
    } catch (error) {
      isLate = true;
      throw error;
    }
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
      if (clock.now() - failingSince >= timeoutMs) events.unavailable();
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
    held.track(asked);
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

interface Rate {
  readonly token: string;
  readonly limit: number;
  readonly windowMs: number;
}

export type ShareSlots = (rate: Rate) => (events: SlotEvents) => Slots;

/** The rate windows of the tokens, shared by all gateways of the database. */
interface SharedRate extends BackgroundWork {
  readonly shareSlots: ShareSlots;
}

interface SharedRateOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  /** A gateway that is killed holds its slots until then. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

const retry = { firstMs: 50, triesWhenStopping: 3 } as const;

const cleanMs = 3_600_000;

/** Names a token without containing it: a hash of the upstream, keyed with the token, that only its owner can compute. */
const hashOf = (token: string, upstream: string): Buffer =>
  createHmac("sha256", token).update(`rate window of ${upstream}`).digest();

/** Counts the calls of each token together with the other gateways, in rows of the database and by its clock. */
export const createSharedRate = (options: SharedRateOptions): SharedRate => {
  const { database, upstream, leaseMs, clock } = options;
  const mine = new Set<SlotLease>();
  /** What a stop waits for: a slot that is taken and not released holds up the others until its lease ends. */
  const work = trackWork();
  let isStopping = false;

  /** Retries until the lease has ended; the time that passes meanwhile counts. */
  const release = async (lease: SlotLease, ms: number): Promise<void> => {
    const began = clock.now();
    const passed = () => clock.now() - began;
    for (let waitMs: number = retry.firstMs, tries = 1; ; waitMs *= 2, tries += 1) {
      try {
        const sql = await database.sql();
        await releaseSlot(sql, lease, Math.max(0, ms - passed()));
        return;
      } catch {
        if (passed() + waitMs > leaseMs || (isStopping && tries >= retry.triesWhenStopping)) return;
      }
      await wait(clock, waitMs);
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
      void work.add(release(lease, ms));
    },
    track: (taking) => void work.add(taking),
  });

  const stops = [
    repeat(clock, leaseMs / 3, async () => {
      for (const lease of mine) await renewSlot(await database.sql(), lease, leaseMs);
    }),
    repeat(clock, cleanMs, async () => forgetOldSlots(await database.sql())),
  ];

  return {
    shareSlots: ({ token, limit, windowMs }) => {
      const tokenHash = hashOf(token, upstream);
      const store = {
        take: async (aheadMs: number) =>
          takeSlot(await database.sql(), tokenHash, { limit, leaseMs, aheadMs }),
        add: async () => addSlots(await database.sql(), tokenHash, limit, windowMs),
        pause: async (ms: number) => pauseSlots(await database.sql(), tokenHash, ms),
      };
      const held = holdersOf(tokenHash);
      return (events) => createSharedSlots({ store, held, limit, windowMs, clock, events });
    },
    stopping: () => {
      isStopping = true;
    },
    idle: work.idle,
    close: () => {
      for (const stop of stops) stop();
    },
  };
};
