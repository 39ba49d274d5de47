import { createHash } from "node:crypto";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * The hash of a row of the chain, which covers the row before; `appendRow` computes the same in SQL. Rows of earlier
 * versions don't cover the time at which they were appended.
 */
export const hashRow = (
  previous: string,
  { seq, content }: Pick<ChainRow, "seq" | "content">,
  appendedAt?: string,
): string => sha256([previous, seq, appendedAt ?? [], content].flat().join(" "));

/** Characters that change how a line looks in a terminal or an editor: controls, directions, line separators. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const escapeUnits = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");

/** JSON in one line in which every character is visible, so that no value can imitate or hide others. */
export const writeContent = (value: unknown): string =>
  JSON.stringify(value).replace(invisible, escapeUnits);

const sortNames = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
    : value;

/** The hash of a request: equal for bodies that differ only in the order of names. */
export const hashRequest = (method: string, path: string, body: unknown): string =>
  sha256(`${method} ${path}\n${JSON.stringify(body, sortNames) ?? ""}`);

interface ChainRow {
  readonly seq: number;
  readonly content: string;
  readonly hash: string;
  /** In UTC, to the microsecond. */
  readonly appendedAt: string;
}

export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** A row's number and hash in one word, as `--expect` takes it. */
export const formatEnd = ({ seq, hash }: ChainEnd): string => `${seq}:${hash}`;

/** A place where the chain is broken; `seq` is the first row that can't be trusted. */
export interface Broken {
  readonly seq: number;
  readonly reason: string;
}

/** A time in the content would pass for one before it, and the row for one of an earlier version: its content is JSON. */
const isUntimed = (previous: string, row: ChainRow): boolean =>
  row.content.startsWith("{") && row.hash === hashRow(previous, row);

/** Checks rows in order; each call takes the end that the one before returned. */
export const checkRows = (end: ChainEnd, rows: readonly ChainRow[]): ChainEnd | Broken => {
  let { seq, hash } = end;
  for (const row of rows) {
    if (row.seq !== seq + 1) return { seq: seq + 1, reason: "the row is missing" };
    if (row.hash !== hashRow(hash, row, row.appendedAt) && !isUntimed(hash, row))
      return { seq: row.seq, reason: "the row, or the one before, was changed" };
    ({ seq, hash } = row);
  }
  return { seq, hash };
};

/** A time as a row's hash covers it. */
const asText = (sql: Query, time: Fragment): Fragment =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The part of a statement that appends a row to the chain, as `row (seq)`. It locks the end of the chain until the
 * transaction ends, so that the rows of several gateways follow one another (`hashRow` computes the same).
 */
export const appending = (sql: Query, content: unknown): Fragment => {
  const text = writeContent(content);
  return sql`
    moment as materialized (select clock_timestamp() as time), head as (
      update gateway.audit_head set seq = seq + 1,
        hash = encode(sha256(convert_to(
          concat_ws(' ', hash, seq + 1, ${asText(sql, sql`time`)}, ${text}::text), 'UTF8')), 'hex')
      from moment returning seq, hash, time
    ), row as (
      insert into gateway.audit_rows (seq, content, hash, appended_at)
      select seq, ${text}::text, hash, time from head returning seq
    )`;
};

/** Without the row of the chain's end a statement appends nothing and doesn't fail, which must not count as recorded. */
export const demandAppended = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error("The chain has no end, so nothing can be recorded");
  return row;
};

/** Appends a row to the chain; returns its number. */
export const appendRow = async (sql: Query, content: unknown): Promise<number> => {
  const [row] = await sql<{ seq: number }[]>`with ${appending(sql, content)} select seq from row`;
  return demandAppended(row).seq;
};

/** Before any other lock of a transaction that appends later, so that two can't wait for each other. */
export const lockChain = async (sql: TransactionSql): Promise<ChainEnd> => {
  const [end] = await sql<ChainEnd[]>`select seq, hash from gateway.audit_head for update`;
  return end ?? { seq: 0, hash: "" };
};

export const readChainEnd = async (sql: Query): Promise<ChainEnd> => {
  const [end] = await sql<ChainEnd[]>`select seq, hash from gateway.audit_head`;
  return end ?? { seq: 0, hash: "" };
};

/** The rows after a number, in order. */
export const readRows = async (sql: Query, after: number, limit: number): Promise<ChainRow[]> => {
  const rows = await sql<ChainRow[]>`
    select seq, content, hash, ${asText(sql, sql`appended_at`)} as "appendedAt"
    from gateway.audit_rows where seq > ${after} order by seq limit ${limit}`;
  return [...rows];
};

/** The first row, whatever it is; undefined without rows. */
export const readFirst = async (
  sql: Query,
): Promise<Pick<ChainRow, "seq" | "appendedAt"> | undefined> => {
  const [first] = await sql<Pick<ChainRow, "seq" | "appendedAt">[]>`
    select seq, ${asText(sql, sql`appended_at`)} as "appendedAt"
    from gateway.audit_rows order by seq limit 1`;
  return first;
};

/** A removal of old rows, as its row in the chain describes it. */
export interface Pruning {
  /** The number of its own row. */
  readonly row: number;
  readonly at: string;
  /** The last removed row. */
  readonly through: ChainEnd;
  /** When that row was appended; null in the rows of earlier versions. */
  readonly until: string | null;
  /** Whether `until` was as long ago as rows are kept. */
  readonly wasDue: boolean;
}

/** The removals of old rows that the chain names, the latest first. */
export const listPrunings = async (sql: Query, days: number): Promise<Pruning[]> => {
  const rows = await sql<(Omit<Pruning, "through"> & ChainEnd)[]>`
    select audit_rows.seq as row, pruned.at, pruned.through as seq, pruned.hash, pruned.until,
      coalesce(${days}::int > 0 and pruned.at < now() + interval '1 day'
        and pruned.until < pruned.at - ${days}::int * interval '1 day', false) as "wasDue"
    from gateway.audit_rows, json_to_record(content::json) as pruned (at timestamptz, through bigint, hash text, until timestamptz)
    where content like '{"kind":"pruned"%' order by audit_rows.seq desc`;
  return rows.map(({ seq, hash, ...pruning }) => ({ ...pruning, through: { seq, hash } }));
};

/** Rows that are removed at once: no change can be recorded meanwhile. */
const mostPruned = 5_000;

/**
 * Removes the rows that are older than this many days, some at a time, and appends each time a row that names the last
 * one of them. A row whose time is wrong, because the clock was, takes no younger ones with it, and one of the future keeps
 * no older ones. Returns how many it removed.
 */
export const pruneChain = async (sql: Sql, days: number, most = mostPruned): Promise<number> =>
  pruneAll(() => pruneOldest(sql, days, most));

const pruneOldest = async (sql: Sql, days: number, most: number): Promise<number> =>
  sql.begin(async (transaction) => {
    await lockChain(transaction);
    const [last] = await transaction<(ChainEnd & { at: string; until: string })[]>`
      select seq, hash, now() as at, appended_at as until from (
        select seq, hash, appended_at, is_old, bool_and(is_old or is_ahead) over (order by seq) as has_only_old
        from (
          select
            seq,
            hash,
            appended_at,
            appended_at < now() - ${days}::int * interval '1 day' as is_old,
            appended_at > now() + interval '1 day' as is_ahead
          from gateway.audit_rows order by seq limit ${most}
        ) as oldest
      ) as judged
      where has_only_old and is_old order by seq desc limit 1`;
    if (last === undefined) return 0;
    await transaction`select set_config('supercargo.pruning', 'on', true)`;
    const { count } = await transaction`delete from gateway.audit_rows where seq <= ${last.seq}`;
    await transaction`delete from gateway.changes where id <= ${last.seq}`;
    const { at, seq: through, hash, until } = last;
    await appendRow(transaction, { kind: "pruned", at, through, hash, until });
    return count;
  });

/**
 * The first change whose list entry differs from its rows in the chain, if any. The entries are what the console shows.
 * Results of earlier versions have a reason in the list only; that of a change that was made has none, except an ended session.
 */
export const findDifference = async (
  sql: Query,
): Promise<{ seq: number; what: string } | undefined> => {
  const [different] = await sql<{ seq: number; what: string }[]>`
    with intents as (
      select seq, intent.* from gateway.audit_rows, json_to_record(content::json) as intent (at timestamptz, person text,
        upstream text, operation text, resource text, record bigint, fields json, hash text, request text)
      where content like '{"kind":"intent"%'
    ), results as (
      select distinct on (change) seq, result.*, content::json -> 'reason' is not null as has_reason
      from gateway.audit_rows, json_to_record(content::json) as result (change bigint, at timestamptz, state text,
        status integer, record bigint, name text, became text, reason text)
      where content like '{"kind":"result"%' order by change, seq desc
    ), settlements as (
      select distinct on (change) seq, settlement.*
      from gateway.audit_rows, json_to_record(content::json) as settlement (change bigint, at text, made text, person text)
      where content like '{"kind":"settlement"%' order by change, seq desc
    )
    select coalesce(intent.seq, entry.id) as seq,
      case when entry.id is null then 'its entry in the list is missing'
        when intent.seq is null then 'its row is missing' else 'its entry in the list was changed' end as what
    from intents as intent
    full join gateway.changes as entry on entry.id = intent.seq
    left join results as result on result.change = intent.seq
    left join settlements as settled on settled.change = intent.seq
    where entry.id is null or intent.seq is null
      or intent.person is distinct from entry.person
      or intent.upstream is distinct from entry.upstream
      or intent.operation is distinct from entry.operation
      or intent.resource is distinct from entry.resource
      or intent.hash is distinct from entry.hash
      or intent.request is distinct from entry.request_id
      or intent.at is distinct from entry.requested_at
      or entry.fields::text is distinct from (
        select format('[%s]', string_agg(format('{"name":%s,"count":%s}', to_json(key), value), ',' order by place))
        from json_each(intent.fields) with ordinality as each (key, value, place))
      or coalesce(result.record, intent.record) is distinct from entry.record_id
      or result.name is distinct from entry.record_name
      or result.became is distinct from entry.record_status
      or result.status is distinct from entry.status
      or result.at is distinct from entry.ended_at
      or (result.reason is distinct from entry.reason
        and (result.has_reason or coalesce(result.state, 'pending') in ('pending', 'done')))
      or case when settled.seq > coalesce(result.seq, 0) then 'settled' else coalesce(result.state, 'pending') end
        is distinct from entry.state
      or (settled.seq is null) is distinct from (entry.settlement is null)
      or settled.made is distinct from entry.settlement ->> 'made'
      or settled.person is distinct from entry.settlement ->> 'settledBy'
      or settled.at is distinct from entry.settlement ->> 'settledAt'
    order by 1 limit 1`;
  return different;
};

/** Repeats a removal, of some rows at a time, until there is nothing to remove. Returns how many rows it removed. */
export const pruneAll = async (removeOldest: () => Promise<number>): Promise<number> => {
  let removed = 0;
  for (;;) {
    const count = await removeOldest();
    if (count === 0) return removed;
    removed += count;
  }
};
