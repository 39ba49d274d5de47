import type { ChangedResource, ChangeState } from "#contract/audit.ts";
import type {
  BulkItem,
  BulkItemState,
  BulkOperationName,
  BulkRun,
  BulkRunState,
  NewBulkRun,
} from "#contract/bulk-runs.ts";
import { bulkItemStates } from "#contract/bulk-runs.ts";
import type { Query, Sql } from "#database/sql.ts";
import type { Page } from "#gateway/changes/store.ts";

export interface BulkStarter {
  readonly person: string | null;
  readonly key: string | null;
}

/** Records a run; returns its number, or that of the run that the same request has started before. */
export const startRun = async (
  sql: Sql,
  upstream: string,
  resource: ChangedResource,
  { operation, title, past, items }: NewBulkRun,
  { person, key }: BulkStarter,
): Promise<number> =>
  sql.begin(async (transaction) => {
    const [run] = await transaction<{ id: number }[]>`
      insert into gateway.bulk_runs (upstream, operation, resource, title, past, person, key)
      values (${upstream}, ${operation}, ${resource}, ${title}, ${past}, ${person}, ${key})
      on conflict do nothing returning id`;
    if (run === undefined) {
      const [earlier] = await transaction<{ id: number }[]>`
        select id from gateway.bulk_runs
        where upstream = ${upstream} and coalesce(person, '') = ${person ?? ""} and key = ${key}`;
      return earlier?.id ?? 0;
    }
    const rows = items.map(({ recordId, name, change = null, planned = null, report = null }) => ({
      id: String(recordId),
      name,
      change: JSON.stringify(change),
      planned,
      report: report && JSON.stringify(report),
    }));
    await transaction`
      insert into gateway.bulk_run_items (run_id, position, record_id, name, change, planned, report)
      select ${run.id}, ordinality, (value ->> 'id')::bigint, value ->> 'name', value ->> 'change',
        value ->> 'planned', value ->> 'report'
      from json_array_elements(${JSON.stringify(rows)}::text::json) with ordinality`;
    return run.id;
  });

interface RunRow extends Omit<BulkRun, "counts" | "items" | "isOwn"> {
  readonly counts: readonly { readonly state: BulkItemState; readonly count: number }[] | null;
}

interface ItemRow extends Omit<BulkItem, "report"> {
  readonly runId: number;
  readonly report: string | null;
}

const runColumns = (sql: Query) => sql`
  id, operation, resource, title, past, started_at as "startedAt", person as "startedBy", state, reason,
  changed_by as "changedBy", ended_at as "endedAt",
  coalesce(lease_until > clock_timestamp(), false) as "isWorking",
  (select json_agg(counted) from (
    select state, count(*) from gateway.bulk_run_items where run_id = bulk_runs.id group by state
  ) as counted) as counts`;

const itemColumns = (sql: Query) => sql`
  run_id as "runId", record_id as "recordId", name, state, reason, planned, report`;

const toItem = ({ report, runId: _, ...item }: ItemRow): BulkItem => ({
  ...item,
  report: report === null ? null : (JSON.parse(report) as BulkItem["report"]),
});

const toRun = (
  { counts, ...run }: RunRow,
  items: readonly ItemRow[],
  person: string | null,
): BulkRun => {
  const of = (state: BulkItemState) => counts?.find((one) => one.state === state)?.count ?? 0;
  const byState = Object.fromEntries(bulkItemStates.map((state) => [state, of(state)]));
  const total = bulkItemStates.reduce((sum, state) => sum + of(state), 0);
  return {
    ...run,
    isOwn: (run.startedBy ?? null) === person,
    counts: { ...(byState as Record<BulkItemState, number>), total },
    items: items.filter(({ runId }) => runId === run.id).map(toItem),
  };
};

interface RunFilter extends Page {
  readonly resource?: ChangedResource | undefined;
  readonly recordId?: number | undefined;
}

/** One page of runs, the newest first; `person` is the one who asks. */
export const listRuns = async (
  sql: Sql,
  upstream: string,
  { resource, recordId, pageNumber, pageSize }: RunFilter,
  person: string | null,
): Promise<{ runs: BulkRun[]; total: number }> => {
  const ofResource = resource === undefined ? sql`true` : sql`resource = ${resource}`;
  const ofRecord =
    recordId === undefined
      ? sql`true`
      : sql`id in (select run_id from gateway.bulk_run_items where record_id = ${recordId})`;
  const fits = sql`upstream = ${upstream} and ${ofResource} and ${ofRecord}`;
  const [rows, [counted]] = await Promise.all([
    sql<RunRow[]>`
      select ${runColumns(sql)} from gateway.bulk_runs where ${fits}
      order by id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
    sql<{ total: number }[]>`select count(*) as total from gateway.bulk_runs where ${fits}`,
  ]);
  const items =
    recordId === undefined
      ? []
      : await sql<ItemRow[]>`
          select ${itemColumns(sql)} from gateway.bulk_run_items
          where record_id = ${recordId} and run_id = any(${rows.map(({ id }) => id)}::bigint[])`;
  return { runs: rows.map((row) => toRun(row, items, person)), total: counted?.total ?? 0 };
};

/** A run with its records. */
export const readRun = async (
  sql: Sql,
  upstream: string,
  id: number,
  person: string | null,
): Promise<BulkRun | undefined> => {
  const [row] = await sql<RunRow[]>`
    select ${runColumns(sql)} from gateway.bulk_runs where upstream = ${upstream} and id = ${id}`;
  if (row === undefined) return undefined;
  const items = await sql<ItemRow[]>`
    select ${itemColumns(sql)} from gateway.bulk_run_items where run_id = ${id} order by position`;
  return toRun(row, items, person);
};

export type BulkAct = "pause" | "continue" | "cancel" | "retry";

/** In which states a person may do what; a canceled run continues only to check its unknown results. */
const allowed: Readonly<Record<BulkAct, readonly BulkRunState[]>> = {
  pause: ["running"],
  continue: ["paused", "canceled"],
  cancel: ["running", "paused"],
  retry: ["running", "paused", "ended", "canceled"],
};

const stateAfter = {
  pause: "paused",
  continue: "running",
  cancel: "canceled",
  retry: "running",
} as const satisfies Record<BulkAct, BulkRunState>;

/** Does what a person asked for, if the run's state allows it. */
export const changeRun = async (
  sql: Sql,
  upstream: string,
  id: number,
  act: BulkAct,
  person: string | null,
): Promise<void> =>
  sql.begin(async (transaction) => {
    const states = allowed[act] as readonly string[];
    const [run] = await transaction<{ state: BulkRunState }[]>`
      select state from gateway.bulk_runs
      where upstream = ${upstream} and id = ${id} and state = any(${[...states]}::text[]) for update`;
    if (run === undefined) return;
    if (act === "cancel")
      await transaction`
        update gateway.bulk_run_items set state = 'skipped' where run_id = ${id} and state = 'waiting'`;
    if (act === "retry") {
      const { count } = await transaction`
        update gateway.bulk_run_items set state = 'waiting', reason = null, attempt = attempt + 1
        where run_id = ${id} and state = 'refused'`;
      if (count === 0) return;
    }
    if (act === "continue" && run.state === "canceled") {
      const unknown = await transaction`
        select from gateway.bulk_run_items where run_id = ${id} and state = 'unknown' limit 1`;
      if (unknown.length === 0) return;
    }
    await transaction`
      update gateway.bulk_runs set state = ${stateAfter[act]}, reason = null, changed_by = ${person}::text,
        ended_at = case when ${act === "cancel"} then clock_timestamp() end
      where id = ${id}`;
  });

/** A run on which this gateway works. */
export interface HeldRun {
  readonly id: number;
  readonly operation: BulkOperationName;
  readonly person: string | null;
}

export interface WorkItem {
  readonly position: number;
  readonly recordId: number;
  readonly state: BulkItemState;
  readonly change: unknown;
  readonly attempt: number;
}

/** Who works on runs, and for how long without a renewal. */
export interface Holder {
  readonly name: string;
  readonly leaseMs: number;
}

const lease = (sql: Query, { leaseMs }: Holder) =>
  sql`clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'`;

/**
 * Leases the runs on which no gateway works: those that are running, and others of which a gateway that ended has left a
 * request whose result is to be found out.
 */
export const holdRuns = async (sql: Sql, upstream: string, holder: Holder): Promise<HeldRun[]> => [
  ...(await sql<HeldRun[]>`
    update gateway.bulk_runs set holder = ${holder.name}, lease_until = ${lease(sql, holder)}
    where id in (
      select id from gateway.bulk_runs
      where upstream = ${upstream} and (lease_until is null or lease_until < clock_timestamp())
        and (state = 'running' or id in (select run_id from gateway.bulk_run_items where state = 'sending'))
      order by id limit 20 for update skip locked
    )
    returning id, operation, person`),
];

export const renewRuns = async (sql: Sql, ids: readonly number[], holder: Holder) => {
  await sql`
    update gateway.bulk_runs set lease_until = ${lease(sql, holder)}
    where holder = ${holder.name} and id = any(${[...ids]}::bigint[])`;
};

const itemToWork = (sql: Query) => sql`
  position, record_id as "recordId", state, change::json as change, attempt`;

/** The items that may have been sent, whose results are to be found out. */
export const listUnsettled = async (sql: Sql, runId: number): Promise<WorkItem[]> => [
  ...(await sql<WorkItem[]>`
    select ${itemToWork(sql)} from gateway.bulk_run_items
    where run_id = ${runId} and state in ('sending', 'unknown') order by position`),
];

/** Marks the next item as being sent; undefined if there is none, or if this gateway may no longer work on the run. */
export const takeItem = async (
  sql: Sql,
  runId: number,
  holder: Holder,
): Promise<WorkItem | undefined> => {
  const [item] = await sql<WorkItem[]>`
    with held as (
      update gateway.bulk_runs set lease_until = ${lease(sql, holder)}
      where id = ${runId} and holder = ${holder.name} and state = 'running' returning id
    ), next as (
      select run_id, position as at from gateway.bulk_run_items join held on held.id = run_id
      where state = 'waiting' order by position limit 1
    )
    update gateway.bulk_run_items set state = 'sending', reason = null from next
    where bulk_run_items.run_id = next.run_id and position = at
    returning ${itemToWork(sql)}`;
  return item;
};

export interface ItemEnd {
  readonly state: Exclude<BulkItemState, "sending">;
  readonly reason?: string | null | undefined;
}

/**
 * Records the result of an item; a late answer replaces what a check found too early. An item that goes back to the
 * waiting ones is skipped if the run was canceled meanwhile.
 */
export const endItem = async (
  sql: Sql,
  runId: number,
  { position, attempt }: WorkItem,
  { state, reason = null }: ItemEnd,
): Promise<void> => {
  await sql`
    update gateway.bulk_run_items set reason = ${reason}::text, state = case
      when ${state}::text = 'waiting' and (select state from gateway.bulk_runs where id = ${runId}) = 'canceled'
      then 'skipped' else ${state}::text end
    where run_id = ${runId} and position = ${position} and attempt = ${attempt}
      and (state in ('sending', 'unknown') or (state = 'refused' and ${state}::text = 'done'))`;
};

/** Pauses a run with which this gateway can't continue. */
export const pauseRun = async (sql: Sql, runId: number, reason: string, holder: Holder) => {
  await sql`
    update gateway.bulk_runs set state = 'paused', reason = ${reason}
    where id = ${runId} and holder = ${holder.name} and state = 'running'`;
};

/** Ends a run of which nothing is left. */
export const endRun = async (sql: Sql, runId: number, { name }: Holder): Promise<void> => {
  await sql`
    update gateway.bulk_runs set ended_at = clock_timestamp(), state = case when exists (
        select from gateway.bulk_run_items where run_id = ${runId} and state = 'skipped'
      ) then 'canceled' else 'ended' end
    where id = ${runId} and holder = ${name} and state = 'running' and not exists (
      select from gateway.bulk_run_items
      where run_id = ${runId} and state in ('waiting', 'sending', 'unknown'))`;
};

/** Gives a run up, a running one only by `force`. False: it is running again, so this gateway continues it. */
export const releaseRun = async (
  sql: Sql,
  runId: number,
  { name }: Holder,
  force: boolean,
): Promise<boolean> => {
  await sql`
    update gateway.bulk_runs set holder = null, lease_until = null
    where id = ${runId} and holder = ${name} and (${force} or state <> 'running')`;
  const held = await sql`
    select from gateway.bulk_runs where id = ${runId} and holder = ${name}`;
  return held.length === 0;
};

/** What is recorded of the change that an item has sent. */
interface SentChange {
  readonly state: ChangeState;
  readonly status: number | null;
  readonly reason: string | null;
  /** Whether an administrator found out that it was made. */
  readonly made: boolean | null;
}

/** The last change with a request ID. */
export const findSentChange = async (
  sql: Sql,
  upstream: string,
  resource: string,
  { recordId }: WorkItem,
  requestId: string,
): Promise<SentChange | undefined> => {
  const [change] = await sql<SentChange[]>`
    select state, status, reason, (settlement ->> 'made')::boolean as made from gateway.changes
    where upstream = ${upstream} and resource = ${resource} and record_id = ${recordId}
      and request_id = ${requestId}
    order by id desc limit 1`;
  return change;
};

/** Removes the runs that ended more than this many days ago. */
export const pruneBulkRuns = async (sql: Sql, days: number): Promise<void> => {
  await sql`
    delete from gateway.bulk_runs
    where state in ('ended', 'canceled')
      and greatest(started_at, ended_at) < now() - ${days}::int * interval '1 day'`;
};
