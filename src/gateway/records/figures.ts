import {
  defaultDueTimes,
  DueTimes,
  dueTimesList,
  everySource,
  findWorkingDaysBefore,
} from "#contract/due-times.ts";
import {
  ageLimits,
  type ExceptionKind,
  exceptionKinds,
  type Figures,
  findWeeks,
  longestListed,
  type WaitingRma,
} from "#contract/figures.ts";
import { findDay, findDayStart, findNextDay } from "#contract/wall-clock.ts";
import type { Fragment, Query } from "#database/sql.ts";
import type { WaitKind } from "./facts.ts";
import type { CopyIds } from "./rma-lines.ts";

/* Figures and exceptions, from what is kept of each record. Each statement reads narrow rows by an index. */

const dayMs = 86_400_000;

/** No copy has this number. */
const noCopy = -1;

const idOfCopy = (copies: CopyIds, kind: string): number => copies.get(kind) ?? noCopy;

const toIso = (at: number): string => new Date(at).toISOString();

/** From when on a source's records are late. */
interface DueLimits {
  readonly decide: number;
  readonly ship: number;
  readonly sources: readonly {
    readonly id: string;
    readonly decide: number;
    readonly ship: number;
  }[];
}

/** The moments before which what waits is late, by the team's due times. */
export const readDueLimits = async (
  sql: Query,
  upstream: string,
  now: number,
  timeZone: string,
): Promise<DueLimits> => {
  const entries = await sql<{ name: string; value: string }[]>`
    select name, value from gateway.shared_entries
    where upstream = ${upstream} and list = ${dueTimesList} order by name`;
  const times = entries.flatMap(({ name, value }) => {
    const read = DueTimes.safeParse(JSON.parse(value));
    return read.success ? [{ name, ...read.data }] : [];
  });
  const toLimits = ({ decide, ship }: DueTimes) => ({
    decide: findWorkingDaysBefore(now, decide, timeZone),
    ship: findWorkingDaysBefore(now, ship, timeZone),
  });
  const every = times.find(({ name }) => name === everySource) ?? defaultDueTimes;
  return {
    ...toLimits(every),
    sources: times
      .filter(({ name }) => /^\d{1,18}$/.test(name))
      .map(({ name, ...own }) => ({ id: name, ...toLimits(own) })),
  };
};

interface Counted {
  readonly wait: WaitKind;
  readonly copy: string;
  readonly resource: string;
  readonly due?: "decide" | "ship";
}

/** What is an exception of what waits. */
const waits: Readonly<Record<Exclude<ExceptionKind, "unknown-change">, Counted>> = {
  "order-error": {
    wait: "order-error",
    copy: "purchase-orders",
    resource: "purchase-orders",
  },
  "return-error": { wait: "return-error", copy: "rmas", resource: "rmas" },
  webhook: { wait: "webhook", copy: "webhooks", resource: "webhooks" },
  "late-decision": { wait: "decision", copy: "rmas", resource: "rmas", due: "decide" },
  "late-shipment": {
    wait: "shipment",
    copy: "purchase-orders",
    resource: "purchase-orders",
    due: "ship",
  },
};

interface Wanted {
  readonly upstream: string;
  readonly copies: CopyIds;
  readonly due: DueLimits;
  readonly sourceId?: number | undefined;
}

/** The rows of a kind of exceptions, with the same columns for each kind. */
export const selectExceptions = (
  sql: Query,
  kind: ExceptionKind,
  { upstream, copies, due, sourceId }: Wanted,
): Fragment => {
  const rank = exceptionKinds.indexOf(kind);
  if (kind === "unknown-change")
    return sql`
      select ${rank}::integer as rank, ${kind}::text as kind, resource, record_id, id as change_id,
        coalesce(record_name, '') as name, null::bigint as source_id, requested_at as since, operation as detail,
        null::integer as count
      from gateway.changes
      where upstream = ${upstream} and state = 'unknown' and ${sourceId ?? null}::bigint is null`;
  const { wait, copy, resource, due: limit } = waits[kind];
  const ofSource = sourceId === undefined ? sql`` : sql`and waits.source_id = ${sourceId}::bigint`;
  const rows = sql`
    select ${rank}::integer as rank, ${kind}::text as kind, ${resource}::text as resource, record_id,
      null::bigint as change_id, name, waits.source_id, since,
      case when detail = '' then coalesce(status, '') else detail end as detail, nullif(units, 0) as count
    from gateway.record_waits as waits`;
  const ofKind = sql`waits.copy_id = ${idOfCopy(copies, copy)} and waits.kind = ${wait} ${ofSource}`;
  if (limit === undefined) return sql`${rows} where ${ofKind}`;
  const limits = due.sources.map((one) => toIso(one[limit]));
  const last = Math.max(due[limit], ...due.sources.map((one) => one[limit]));
  return sql`${rows}
    left join (
      select unnest(${due.sources.map(({ id }) => id)}::bigint[]) as id, unnest(${limits}::timestamptz[]) as before
    ) as due on due.id = waits.source_id
    where ${ofKind} and since < ${toIso(last)}::timestamptz
      and since < coalesce(due.before, ${toIso(due[limit])}::timestamptz)`;
};

const unionAll = (sql: Query, parts: readonly Fragment[]): Fragment =>
  parts.reduce((all, one) => sql`${all} union all ${one}`);

/** How many exceptions there are of each kind. */
export const countExceptions = async (
  sql: Query,
  wanted: Wanted,
): Promise<Record<string, number>> => {
  const all = unionAll(
    sql,
    exceptionKinds.map((kind) => selectExceptions(sql, kind, wanted)),
  );
  const rows = await sql<{ kind: string; rows: number }[]>`
    select kind, count(*) as rows from (${all}) as exceptions group by kind`;
  const counts = new Map(rows.map((row) => [row.kind, row.rows]));
  return Object.fromEntries(exceptionKinds.map((kind) => [kind, counts.get(kind) ?? 0]));
};

const readWaiting = async (
  sql: Query,
  copyId: number,
  now: number,
): Promise<Figures["waiting"]> => {
  const bounds = ageLimits.map((days) => (days === Infinity ? null : toIso(now - days * dayMs)));
  const [[all], longest] = await Promise.all([
    sql<{ rmas: number; units: number; cents: number; unpriced: number; ages: number[] }[]>`
      select count(*) as rmas, coalesce(sum(units), 0)::bigint as units, coalesce(sum(cents), 0)::float8 as cents,
        count(*) filter (where cents is null) as unpriced,
        array[
          count(*) filter (where since > ${bounds[0]!}::timestamptz),
          count(*) filter (where since > ${bounds[1]!}::timestamptz and since <= ${bounds[0]!}::timestamptz),
          count(*) filter (where since > ${bounds[2]!}::timestamptz and since <= ${bounds[1]!}::timestamptz),
          count(*) filter (where since > ${bounds[3]!}::timestamptz and since <= ${bounds[2]!}::timestamptz),
          count(*) filter (where since <= ${bounds[3]!}::timestamptz)
        ]::integer[] as ages
      from gateway.record_waits where copy_id = ${copyId} and kind = 'decision'`,
    sql<(Omit<WaitingRma, "credit" | "createdAt"> & { cents: number | null; at: string | null })[]>`
      select record_id as id, name, source_id as "sourceId", status, units, cents, since as at
      from gateway.record_waits where copy_id = ${copyId} and kind = 'decision'
      order by since, record_id limit ${longestListed}`,
  ]);
  return {
    rmas: all?.rmas ?? 0,
    units: all?.units ?? 0,
    credit: (all?.cents ?? 0) / 100,
    withoutCost: all?.unpriced ?? 0,
    ages: all?.ages ?? [],
    longest: longest.map(({ cents, at, ...row }) => ({
      ...row,
      credit: cents === null ? null : cents / 100,
      createdAt: at === null ? null : new Date(at).toISOString(),
    })),
  };
};

const countWaits = async (sql: Query, copyId: number, kind: WaitKind): Promise<number> => {
  const [row] = await sql<{ rows: number }[]>`
    select count(*) as rows from gateway.record_waits where copy_id = ${copyId} and kind = ${kind}`;
  return row?.rows ?? 0;
};

/** The RMAs that were decided through this console since a moment; those changes are recorded. */
const readDecided = async (
  sql: Query,
  upstream: string,
  since: string,
  person: string | undefined,
): Promise<Figures["decided"]> => {
  const [row] = await sql<{ you: number; team: number }[]>`
    select count(distinct record_id) as team,
      count(distinct record_id) filter (where person is not distinct from ${person ?? null}::text) as you
    from gateway.changes
    where upstream = ${upstream} and operation = 'updateRmaItems' and requested_at >= ${since}::timestamptz
      and (state = 'done' or (state = 'settled' and (settlement ->> 'made')::boolean))
      and (fields::text like '%"approvedQuantity"%' or fields::text like '%"deniedQuantity"%')`;
  return { you: row?.you ?? 0, team: row?.team ?? 0 };
};

/** The middle of the times from creation to decision, in ms. */
const median = (sql: Query): Fragment =>
  sql`percentile_cont(0.5) within group (order by took) filter (where took >= 0) * 1000`;

const compared = 28;

const readTimeToDecide = async (
  sql: Query,
  copyId: number,
  now: number,
): Promise<Figures["timeToDecide"]> => {
  const [middle, first] = [now - compared * dayMs, now - 2 * compared * dayMs].map(toIso);
  const rows = await sql<{ isNew: boolean; count: number; median: number | null }[]>`
    select decided_at > ${middle!}::timestamptz as "isNew", count(*) as count, ${median(sql)} as median
    from gateway.rma_facts
    where copy_id = ${copyId} and decided_at > ${first!}::timestamptz and took >= 0
    group by 1`;
  const find = (isNew: boolean) => {
    const row = rows.find((one) => one.isNew === isNew);
    return { median: row?.median ?? null, count: row?.count ?? 0 };
  };
  return { now: find(true), before: find(false) };
};

interface WeekRow {
  readonly week: number;
  readonly rows: number;
  readonly median: number | null;
}

/** RMAs by the week in which they were created and decided. As in lists, a time that is a limit itself is in no week. */
const readWeeks = async (
  sql: Query,
  copyId: number,
  weeks: readonly string[],
  starts: readonly string[],
): Promise<Figures["weeks"]> => {
  const [first, end] = [starts[0]!, starts.at(-1)!];
  const count = (column: "created_at" | "decided_at") => {
    const at = sql(column);
    const middle = column === "decided_at" ? median(sql) : sql`null::float8`;
    return sql<WeekRow[]>`
      select width_bucket(${at}, ${starts}::timestamptz[]) as week, count(*) as rows, ${middle} as median
      from gateway.rma_facts
      where copy_id = ${copyId} and ${at} > ${first}::timestamptz and ${at} < ${end}::timestamptz
        and ${at} <> all(${starts}::timestamptz[])
      group by 1`;
  };
  const [created, decided] = await Promise.all([count("created_at"), count("decided_at")]);
  return weeks.map((from, place) => {
    const find = (rows: readonly WeekRow[]) => rows.find(({ week }) => week === place + 1);
    return {
      from,
      created: find(created)?.rows ?? 0,
      decided: find(decided)?.rows ?? 0,
      median: find(decided)?.median ?? null,
    };
  });
};

const mostRanked = 8;
/** Sources and reasons are of the last weeks only: what is to be done now. */
const rankedWeeks = 4;

const readRanks = async (sql: Query, copyId: number, since: string) => {
  const of = sql`copy_id = ${copyId} and created_at > ${since}::timestamptz`;
  const [sources, reasons] = await Promise.all([
    sql<Figures["sources"]>`
      select source_id as "sourceId", count(*) as rmas, sum(units)::bigint as units
      from gateway.rma_facts where ${of}
      group by source_id order by count(*) desc, source_id limit ${mostRanked}`,
    sql<Figures["reasons"]>`
      select reason, sum(reason_count)::bigint as units
      from gateway.rma_facts, unnest(reasons, reason_units) as line (reason, reason_count) where ${of}
      group by reason order by sum(reason_count) desc, reason limit ${mostRanked}`,
  ]);
  return { sources: [...sources], reasons: [...reasons] };
};

interface Asked extends Pick<Wanted, "upstream" | "copies"> {
  readonly now: number;
  readonly timeZone: string;
  readonly person: string | undefined;
}

/** What waits, and what was decided today. */
export const readPresent = async (
  sql: Query,
  { upstream, copies, now, timeZone, person }: Asked,
): Promise<Omit<Figures, "states" | keyof Trends>> => {
  const today = toIso(findDayStart(findDay(now, timeZone), timeZone));
  const [waiting, decided, openReturns, toReceive, due] = await Promise.all([
    readWaiting(sql, idOfCopy(copies, "rmas"), now),
    readDecided(sql, upstream, today, person),
    countWaits(sql, idOfCopy(copies, "returns"), "open-return"),
    countWaits(sql, idOfCopy(copies, "purchase-orders"), "to-receive"),
    readDueLimits(sql, upstream, now, timeZone),
  ]);
  const exceptions = await countExceptions(sql, { upstream, copies, due });
  return { waiting, today, decided, openReturns, toReceive, exceptions };
};

export type Trends = Pick<
  Figures,
  "timeToDecide" | "weeks" | "rankedSince" | "sources" | "reasons"
>;

/** What months of RMAs give: the slower part. */
export const readTrends = async (
  sql: Query,
  { copies, now, timeZone }: Pick<Asked, "copies" | "now" | "timeZone">,
): Promise<Trends> => {
  const rmas = idOfCopy(copies, "rmas");
  const weeks = findWeeks(now, timeZone);
  let end = weeks.at(-1)!;
  for (let day = 0; day < 7; day += 1) end = findNextDay(end);
  const starts = [...weeks, end].map((day) => toIso(findDayStart(day, timeZone)));
  const [timeToDecide, trends, ranks] = await Promise.all([
    readTimeToDecide(sql, rmas, now),
    readWeeks(sql, rmas, weeks, starts),
    readRanks(sql, rmas, starts.at(-1 - rankedWeeks)!),
  ]);
  return { timeToDecide, weeks: trends, rankedSince: weeks.at(-rankedWeeks)!, ...ranks };
};
