import type { ChangeState } from "#contract/audit.ts";
import type {
  ReceivedOrdersRun,
  ReceivedOrdersSettlement,
  ReceivedOrdersState,
} from "#contract/received-orders.ts";
import type { Query, Sql, TransactionSql } from "#database/sql.ts";
import { lockChain, pruneAll } from "#gateway/changes/chain.ts";
import { recordIntent, writeResult, writeSettlement } from "#gateway/changes/store.ts";
import type { RunResult } from "./run-result.ts";

/** Runs that are removed at once: each may have a thousand orders. */
const mostPruned = 100;

/**
 * Removes the runs that ended more than this many days ago, with their orders, some at a time. Unknown ones stay, and those
 * in progress. The ids of their orders stay too, because an order of a run must never be offered for another one (`inRuns`). A run
 * that was requested while the database's clock was behind is as old as those before it. Returns how many it removed.
 */
export const pruneRuns = async (sql: Sql, days: number, most = mostPruned): Promise<number> =>
  pruneAll(() => pruneOldest(sql, days, most));

const pruneOldest = async (sql: Sql, days: number, most: number): Promise<number> =>
  sql.begin(async (transaction) => {
    // `alive_at` is also when a run ended: its orders may have come late.
    const old = await transaction<{ id: number }[]>`
      select id from gateway.runs
      where state in ('received', 'refused', 'settled')
        and greatest(requested_at, alive_at) < now() - ${days}::int * interval '1 day'
        and id < coalesce((
          select id from gateway.runs
          where requested_at >= now() - ${days}::int * interval '1 day' and requested_at <= now() + interval '1 day'
          order by id limit 1
        ), 9223372036854775807)
      order by id limit ${most} for update skip locked`;
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction`
      insert into gateway.earlier_orders (upstream_id, order_id)
      select distinct upstream_id, order_id from gateway.run_orders join gateway.runs on runs.id = run_id
      where run_id = any(${ids}::bigint[]) order by 1, 2 on conflict do nothing`;
    await transaction`delete from gateway.run_orders where run_id = any(${ids}::bigint[])`;
    await transaction`delete from gateway.answers where run_id = any(${ids}::bigint[])`;
    await transaction`delete from gateway.runs where id = any(${ids}::bigint[])`;
    return ids.length;
  });

/*
 * Runs of received orders are changes too: they are recorded in the chain in the transactions that record the runs.
 */

/** How a repeated request is recognized: by the client's Idempotency-Key and the hash of the request. */
export interface Repeatable {
  readonly key: string | null;
  readonly hash: string;
}

interface BeginningRun {
  readonly requestId: string;
  readonly requestedAt: string;
  readonly requestedBy: string | null;
  readonly repeatable?: Repeatable | undefined;
}

/** Records that a run begins. */
const recordRunIntent = async (
  sql: TransactionSql,
  upstream: string,
  runId: number,
  { requestId, requestedAt, requestedBy, repeatable = { key: null, hash: "" } }: BeginningRun,
): Promise<void> => {
  const about = { operation: "receiveOrders", resource: "received-orders", recordId: runId };
  const by = { person: requestedBy, requestId, requestedAt };
  const intent = { fields: [], ...repeatable, ...about, ...by };
  await recordIntent(sql, upstream, intent, runId);
};

/** The change that a run is; none where it was removed because of its age. */
const findChange = async (
  sql: TransactionSql,
  runId: number,
): Promise<{ id: number; state: ChangeState } | undefined> => {
  await lockChain(sql);
  const [change] = await sql<{ id: number; state: ChangeState }[]>`
    select id, state from gateway.changes where run_id = ${runId} for update`;
  return change;
};

const stateOfChange = { received: "done", refused: "refused", unknown: "unknown" } as const;

interface EndedRun extends Pick<RunResult, "state" | "title" | "status"> {
  readonly answeredAt: string | null;
}

/**
 * Records the result of a run without the API's words: they may contain personal data, which the chain couldn't forget. Its
 * key is free again if nothing was moved.
 */
const recordRunResult = async (
  sql: TransactionSql,
  runId: number,
  { state, title, status, answeredAt }: EndedRun,
): Promise<void> => {
  const change = await findChange(sql, runId);
  const common = { status, reason: title, recordId: null, answer: null };
  const result = { ...common, freesKey: state === "refused" };
  const endedAt = answeredAt ?? new Date().toISOString();
  if (change !== undefined)
    await writeResult(sql, change, { ...result, endedAt, state: stateOfChange[state] });
};

/** Records how a run was settled. */
const recordRunSettlement = async (
  sql: TransactionSql,
  runId: number,
  { kind, settledAt, settledBy }: ReceivedOrdersSettlement,
): Promise<void> => {
  const change = await findChange(sql, runId);
  const settling = { made: kind !== "nothing-moved", settledAt, settledBy: settledBy ?? null };
  if (change !== undefined) await writeSettlement(sql, change.id, settling);
};

/** A run before its call is sent. */
export interface RunIntent {
  /** A UUID: the run's name before it has an id, and in files. */
  readonly key: string;
  readonly sourceId: number | null;
  /** The ID of the request that begins it. */
  readonly requestId: string;
  readonly requestedBy: string | null;
  readonly repeatable?: Repeatable;
}

/** A run in progress. */
export interface RunUnderWay {
  readonly id: number;
  /** Null: all sources. */
  readonly sourceId: number | null;
}

export type Begun =
  /** By the database's clock, which all gateways share. */
  | { readonly kind: "begun"; readonly id: number; readonly requestedAt: string }
  /** Another run is in progress, of this source or of all. */
  | ({ readonly kind: "busy" } & RunUnderWay);

export type Settled =
  | { readonly kind: "settled" }
  | { readonly kind: "not-unknown"; readonly state: ReceivedOrdersState }
  /** A run in progress may have moved these. */
  | ({ readonly kind: "busy" } & RunUnderWay)
  /** Another run has received these in the meantime. */
  | { readonly kind: "taken"; readonly orderIds: readonly number[] };

/** Orders that were found for a run: their ids and, in the same order, their JSON. */
export interface FoundOrders {
  readonly orderIds: readonly number[];
  readonly text: string;
}

/** A response of many megabytes takes longer to write than other statements may take. */
const longStatement = { statementMs: 120_000 } as const;

const asJson = (value: unknown) => JSON.stringify(value);

const lockUpstream = async (sql: TransactionSql, upstream: string): Promise<number> => {
  await sql`insert into gateway.upstreams (name) values (${upstream}) on conflict do nothing`;
  const [row] = await sql<{ id: number }[]>`
    select id from gateway.upstreams where name = ${upstream} for update`;
  return row?.id ?? 0;
};

const addOrders = async (sql: TransactionSql, runId: number, orderIds: readonly number[]) => {
  await sql`delete from gateway.run_orders where run_id = ${runId}`;
  await sql`
    insert into gateway.run_orders (run_id, position, order_id)
    select ${runId}, ordinality, value::bigint
    from json_array_elements_text(${asJson(orderIds)}::text::json) with ordinality`;
};

const keepAnswer = async (
  sql: TransactionSql,
  runId: number,
  orders: string | null,
  kept: Buffer | null,
) => {
  await sql`
    insert into gateway.answers (run_id, orders, kept) values (${runId}, ${orders}, ${kept})
    on conflict (run_id) do update set
      orders = coalesce(excluded.orders, answers.orders), kept = coalesce(excluded.kept, answers.kept)`;
};

/** A run in progress that may move the orders of a source (null: of any source). */
export const findRunUnderWay = async (
  sql: Query,
  upstream: string,
  sourceId: number | null,
): Promise<RunUnderWay | undefined> => {
  const [run] = await sql<RunUnderWay[]>`
    select id, source_id as "sourceId" from gateway.runs
    where upstream_id = (select id from gateway.upstreams where name = ${upstream}) and state = 'dispatching'
      and (source_id is null or ${sourceId}::bigint is null or source_id = ${sourceId})
    order by id limit 1`;
  return run;
};

/** The database's clock, in milliseconds since 1970. */
export const readClock = async (sql: Query): Promise<number> => {
  const [row] = await sql<{ now: string }[]>`select clock_timestamp() as now`;
  return Date.parse(row?.now ?? "");
};

/** Records a run, unless one of that source, or of all sources, is in progress. */
export const beginRun = async (sql: Sql, upstream: string, intent: RunIntent): Promise<Begun> =>
  sql.begin(async (transaction): Promise<Begun> => {
    const upstreamId = await lockUpstream(transaction, upstream);
    const { key, sourceId, requestedBy } = intent;
    const busy = await findRunUnderWay(transaction, upstream, sourceId);
    if (busy !== undefined) return { kind: "busy", ...busy };
    const [row] = await transaction<{ id: number; requestedAt: string }[]>`
      insert into gateway.runs (key, upstream_id, source_id, requested_at, requested_by)
      values (${key}, ${upstreamId}, ${sourceId}, date_trunc('milliseconds', clock_timestamp()),
        ${requestedBy})
      returning id, requested_at as "requestedAt"`;
    const { id, requestedAt } = row ?? { id: 0, requestedAt: "" };
    await recordRunIntent(transaction, upstream, id, { ...intent, requestedAt });
    return { kind: "begun", id, requestedAt };
  });

/**
 * Allowed changes of a run. Received orders are stored whatever the run's state was before; "nothing was moved" is
 * accepted for a run that was given up too soon; and a person's statement is never changed.
 */
const changeable = {
  received: ["dispatching", "unknown", "settled", "refused"],
  refused: ["dispatching", "unknown"],
  unknown: ["dispatching", "unknown"],
} as const satisfies Record<RunResult["state"], readonly ReceivedOrdersState[]>;

/** Records the result of a run; repeating it changes nothing. False: this database has no such run. */
export const endRun = async (sql: Sql, key: string, result: RunResult): Promise<boolean> =>
  sql.begin(async (transaction) => {
    const [run] = await transaction<{ id: number; state: ReceivedOrdersState }[]>`
      select id, state from gateway.runs where key = ${key} for update`;
    if (run === undefined) return false;
    const { state, answeredAt, reason, orderIds, orderCount, orders, kept } = result;
    if (!changeable[state].some((before) => before === run.state)) return true;
    await transaction`
      update gateway.runs set state = ${state}, answered_at = ${answeredAt}, reason = ${reason},
        order_count = ${orderCount}, alive_at = clock_timestamp()
      where id = ${run.id}`;
    await addOrders(transaction, run.id, orderIds);
    if (orders !== null || kept !== null) await keepAnswer(transaction, run.id, orders, kept);
    await recordRunResult(transaction, run.id, result);
    return true;
  }, longStatement);

/** Renews the leases of these runs. */
export const keepAlive = async (sql: Sql, keys: readonly string[]): Promise<void> => {
  await sql`
    update gateway.runs set alive_at = clock_timestamp()
    where state = 'dispatching' and key = any(${[...keys]}::uuid[])`;
};

interface AbandonedRun {
  readonly id: number;
  readonly sourceId: number | null;
  readonly requestedAt: string;
}

/** Sets runs without a renewed lease, which have no working gateway, to unknown, and returns them. */
export const giveUpRuns = async (
  sql: Sql,
  upstream: string,
  leaseMs: number,
  reason: string,
): Promise<AbandonedRun[]> =>
  sql.begin(async (transaction) => {
    const left = await transaction<AbandonedRun[]>`
    update gateway.runs set state = 'unknown', reason = ${reason}
    where state = 'dispatching'
      and upstream_id = (select id from gateway.upstreams where name = ${upstream})
      and alive_at < clock_timestamp() - ${leaseMs}::int * interval '1 millisecond'
    returning id, source_id as "sourceId", requested_at as "requestedAt"`;
    const result = { state: "unknown", title: reason, status: null, answeredAt: null } as const;
    for (const { id } of left) await recordRunResult(transaction, id, result);
    return [...left];
  });

/** Settles an unknown run, with the orders that were found for it if the resolution is that. */
export const settleRun = async (
  sql: Sql,
  upstream: string,
  id: number,
  settlement: ReceivedOrdersSettlement,
  found: FoundOrders | undefined,
): Promise<Settled | undefined> =>
  sql.begin(async (transaction): Promise<Settled | undefined> => {
    const upstreamId = await lockUpstream(transaction, upstream);
    const [run] = await transaction<{ state: ReceivedOrdersState; sourceId: number | null }[]>`
      select state, source_id as "sourceId" from gateway.runs
      where id = ${id} and upstream_id = ${upstreamId} for update`;
    if (run === undefined) return undefined;
    if (run.state !== "unknown") return { kind: "not-unknown", state: run.state };
    // Its orders are in no run before it ends. One that ends meanwhile has stored its orders, which are looked up next.
    const busy = found && (await findRunUnderWay(transaction, upstream, run.sourceId));
    if (busy !== undefined) return { kind: "busy", ...busy };
    const taken = await inRuns(transaction, upstream, found?.orderIds ?? []);
    if (taken.length > 0) return { kind: "taken", orderIds: taken };
    await transaction`
      update gateway.runs set state = 'settled', order_count = ${found?.orderIds.length ?? 0},
        settlement = ${asJson(settlement)}::text::json, alive_at = clock_timestamp()
      where id = ${id}`;
    if (found !== undefined) {
      await addOrders(transaction, id, found.orderIds);
      await keepAnswer(transaction, id, found.text, null);
    }
    await recordRunSettlement(transaction, id, settlement);
    return { kind: "settled" };
  });

/** The given orders that belong to a run, also to one that was removed because of its age. */
export const inRuns = async (
  sql: Sql | TransactionSql,
  upstream: string,
  orderIds: readonly number[],
): Promise<number[]> => {
  const isGiven = sql`
    name = ${upstream} and order_id = any(
      select value::bigint from json_array_elements_text(${asJson(orderIds)}::text::json))`;
  const rows = await sql<{ id: number }[]>`
    select order_id as id from gateway.run_orders join gateway.runs on runs.id = run_id
    join gateway.upstreams on upstreams.id = upstream_id where ${isGiven}
    union
    select order_id from gateway.earlier_orders
    join gateway.upstreams on upstreams.id = upstream_id where ${isGiven}`;
  return rows.map(({ id }) => id);
};

const runColumns = (sql: Sql) => sql`
  runs.id, source_id as "sourceId", state, requested_at as "requestedAt", requested_by as "requestedBy",
  answered_at as "answeredAt", order_count as "orderCount", reason, settlement, length(kept) as "keptBytes",
  coalesce(
    (select json_agg(order_id order by position) from gateway.run_orders where run_id = runs.id), '[]'::json
  ) as "orderIds"`;

const ofUpstream = (sql: Sql, upstream: string) => sql`
  from gateway.runs
  join gateway.upstreams on upstreams.id = upstream_id and upstreams.name = ${upstream}
  left join gateway.answers on answers.run_id = runs.id`;

interface RunPage {
  readonly state: ReceivedOrdersState | undefined;
  /** Only the runs with this order. */
  readonly orderId?: number | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** One page of an upstream's runs, the newest first, and the total number on all pages. */
export const listRuns = async (
  sql: Sql,
  upstream: string,
  { state = undefined, orderId, pageNumber, pageSize }: RunPage,
): Promise<{ runs: ReceivedOrdersRun[]; total: number }> => {
  const inState = state === undefined ? sql`true` : sql`state = ${state}`;
  const withOrder =
    orderId === undefined
      ? sql`true`
      : sql`runs.id in (select run_id from gateway.run_orders where order_id = ${orderId})`;
  const [runs, [counted]] = await Promise.all([
    sql<ReceivedOrdersRun[]>`
      select ${runColumns(sql)} ${ofUpstream(sql, upstream)} where ${inState} and ${withOrder}
      order by runs.id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
    sql<{ total: number }[]>`
      select count(*) as total ${ofUpstream(sql, upstream)} where ${inState} and ${withOrder}`,
  ]);
  return { runs: [...runs], total: counted?.total ?? 0 };
};

export const readRun = async (
  sql: Sql,
  upstream: string,
  id: number,
): Promise<ReceivedOrdersRun | undefined> => {
  const [run] = await sql<ReceivedOrdersRun[]>`
    select ${runColumns(sql)} ${ofUpstream(sql, upstream)} where runs.id = ${id}`;
  return run;
};

/** The orders of a run as text, and the first bytes of a response that could not be read. */
export const readStoredAnswer = async (
  sql: Sql,
  id: number,
  keptBytes: number,
): Promise<{ orders: string | null; kept: Buffer | null }> => {
  const [answer] = await sql<{ orders: string | null; kept: Buffer | null }[]>`
    select orders, substring(kept from 1 for ${keptBytes}::int) as kept from gateway.answers where run_id = ${id}`;
  return answer ?? { orders: null, kept: null };
};
