import type { Query } from "#database/sql.ts";

/** The row of a slot that a gateway holds. */
export interface SlotLease {
  readonly tokenHash: Buffer;
  readonly slot: number;
  readonly turn: number;
}

/** All times in milliseconds, by the database's clock. */
export interface TakenSlot {
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

export interface SlotTaking {
  readonly limit: number;
  readonly leaseMs: number;
  /** Also takes a slot that is free so soon. */
  readonly aheadMs: number;
}

/** Takes a free slot of a token, if there is one, until the lease ends. Rows that others are taking are skipped. */
export const takeSlot = async (
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
export const addSlots = async (
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
export const releaseSlot = async (sql: Query, lease: SlotLease, ms: number): Promise<void> => {
  const { tokenHash, slot, turn } = lease;
  await sql`
    update gateway.rate_slots
    set free_at = clock_timestamp() + ${ms}::float8 * interval '1 millisecond', turn = turn + 1
    where token_hash = ${tokenHash} and slot = ${slot} and turn = ${turn}`;
};

/** Holds a slot for another lease, because its call is still under way. */
export const renewSlot = async (sql: Query, lease: SlotLease, leaseMs: number): Promise<void> => {
  const { tokenHash, slot, turn } = lease;
  await sql`
    update gateway.rate_slots set free_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    where token_hash = ${tokenHash} and slot = ${slot} and turn = ${turn}`;
};

/** Lets no gateway take a slot of the token for this time. */
export const pauseSlots = async (sql: Query, tokenHash: Buffer, ms: number): Promise<void> => {
  await sql`
    update gateway.rate_slots
    set paused_until = greatest(paused_until, clock_timestamp() + ${ms}::float8 * interval '1 millisecond')
    where token_hash = ${tokenHash}`;
};

/** Removes the slots of tokens that were not used for a day: tokens are replaced. */
export const forgetOldSlots = async (sql: Query): Promise<void> => {
  await sql`
    delete from gateway.rate_slots
    where greatest(free_at, paused_until) < clock_timestamp() - interval '1 day'`;
};
