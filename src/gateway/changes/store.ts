import type { Change, ChangeState } from "#contract/audit.ts";
import type { Fragment, Query, Sql, TransactionSql } from "#database/sql.ts";
import { toInstant } from "#http/instant.ts";
import { appending, appendRow, demandAppended, lockChain } from "./chain.ts";
import type { ChangeDescription } from "./describe-change.ts";

interface RecordedRequest {
  readonly id: number;
  readonly state: ChangeState;
  readonly requestId: string;
}

/** Records the result of those of these requests whose intents are recorded, and returns them. */
export const endUnsentChanges = async (
  sql: Sql,
  upstream: string,
  requestIds: readonly string[],
  result: ChangeResult,
): Promise<string[]> => {
  const recorded = (query: Query) => query<RecordedRequest[]>`
    select id, state, request_id as "requestId" from gateway.changes
    where upstream = ${upstream} and state = 'pending' and run_id is null
      and request_id = any(${[...requestIds]}::text[]) order by id`;
  // Usually none is, so no change has to wait for the lock.
  if ((await recorded(sql)).length === 0) return [];
  return sql.begin(async (transaction) => {
    await lockChain(transaction);
    const changes = await transaction<RecordedRequest[]>`${recorded(transaction)} for update`;
    for (const change of changes) await writeResult(transaction, change, result);
    return changes.map(({ requestId }) => requestId);
  });
};

export interface ChangeFilter {
  readonly id?: number | undefined;
  /** A part of a name or an ID, in any case. */
  readonly person?: string | undefined;
  /** One person's whole ID. */
  readonly personId?: string | undefined;
  readonly operation?: string | undefined;
  readonly resource?: string | undefined;
  readonly recordId?: number | undefined;
  readonly state?: ChangeState | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const columnOfFilter = {
  id: "id",
  operation: "operation",
  resource: "resource",
  recordId: "record_id",
  state: "state",
} as const;

/** The condition for all filters but those by person. */
const where = (sql: Sql, upstream: string, filter: ChangeFilter): Fragment => {
  let condition: Fragment = sql`upstream = ${upstream}`;
  for (const [name, column] of Object.entries(columnOfFilter)) {
    const value = filter[name as keyof typeof columnOfFilter];
    if (value !== undefined) condition = sql`${condition} and ${sql(column)} = ${value}`;
  }
  if (filter.after !== undefined)
    condition = sql`${condition} and requested_at >= ${toInstant(filter.after)}::timestamptz`;
  if (filter.before !== undefined)
    condition = sql`${condition} and requested_at < ${toInstant(filter.before)}::timestamptz`;
  return condition;
};

/** The condition for a person as they are recorded (`namePerson`): the ID alone, or in parentheses after any name. */
const fits = (sql: Sql, { person = "", personId }: ChangeFilter): Fragment => {
  const part = sql`strpos(lower(person), lower(${person})) > 0`;
  if (personId === undefined) return part;
  const end = ` (${personId})`;
  return sql`${part} and (person = ${personId} or right(person, length(${end})) = ${end})`;
};

/**
 * The people that a filter finds. Many changes are of few people, so the index is read once for each person: from one to
 * the next in its order.
 */
const findPeople = async (sql: Sql, upstream: string, filter: ChangeFilter): Promise<string[]> => {
  const rows = await sql<{ person: string }[]>`
    with recursive people as (
      (select person from gateway.changes where upstream = ${upstream} and person is not null order by person limit 1)
      union all
      select (
        select changes.person from gateway.changes
        where upstream = ${upstream} and changes.person > people.person order by changes.person limit 1
      ) from people where people.person is not null
    )
    select person from people where ${fits(sql, filter)}`;
  return rows.map(({ person }) => person);
};

export interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** The ids of one page. Of several people, each one's newest are found in the order of the index. */
const selectIds = (
  sql: Sql,
  condition: Fragment,
  people: readonly string[] | undefined,
  { pageNumber, pageSize }: Page,
): Fragment => {
  const page = sql`order by id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`;
  if (people === undefined) return sql`select id from gateway.changes where ${condition} ${page}`;
  return sql`
    select id from unnest(${people}::text[]) as named (name) cross join lateral (
      select id from gateway.changes where ${condition} and person = name
      order by id desc limit ${pageNumber * pageSize}
    ) as own ${page}`;
};

/** One page of changes, the newest first, and the total number on all pages. */
export const listChanges = async (
  sql: Sql,
  upstream: string,
  filter: ChangeFilter,
  page: Page,
): Promise<{ changes: Change[]; total: number }> => {
  const isOfAnyone = (filter.person ?? "") === "" && filter.personId === undefined;
  const people = isOfAnyone ? undefined : await findPeople(sql, upstream, filter);
  const condition = where(sql, upstream, filter);
  const ofPeople = people === undefined ? sql`` : sql`and person = any(${people}::text[])`;
  const [changes, [counted]] = await Promise.all([
    sql<Change[]>`
      select id, requested_at as "requestedAt", person, operation, resource, record_id as "recordId",
        coalesce(record_name, (
          select named.record_name from gateway.changes as named
          where named.upstream = changes.upstream and named.resource = changes.resource
            and named.record_id = changes.record_id and named.record_name is not null order by id desc limit 1
        )) as "recordName", record_status as "recordStatus", fields, state,
        status, reason, ended_at as "endedAt", request_id as "requestId", settlement
      from gateway.changes where id in (${selectIds(sql, condition, people, page)}) order by id desc`,
    sql<{ total: number }[]>`
      select count(*) as total from gateway.changes where ${condition} ${ofPeople}`,
  ]);
  return { changes: [...changes], total: counted?.total ?? 0 };
};

/** A change before its call is sent. */
export interface ChangeIntent extends ChangeDescription {
  readonly person: string | null;
  readonly requestId: string;
  /** By this machine's clock. */
  readonly requestedAt: string;
  /** The client's Idempotency-Key. */
  readonly key: string | null;
}

/** The result of a change. */
export interface ChangeResult {
  readonly state: "done" | "refused" | "unknown";
  readonly status: number | null;
  readonly reason: string | null;
  readonly endedAt: string;
  /** Of a record that the change created. */
  readonly recordId: number | null;
  /** What people call the record, and its status, in the response. */
  readonly recordName?: string | undefined;
  readonly recordStatus?: string | undefined;
  /** The response to a request with the same key; null: it is not stored, nor is it without a key. */
  readonly answer: string | null;
  /** True where the same key may be used for another attempt, because nothing was changed. */
  readonly freesKey: boolean;
}

/** An earlier request with the same key. */
export interface Earlier {
  readonly id: number;
  readonly state: ChangeState;
  readonly hash: string;
  readonly answer: string | null;
  /** The run of received orders that it is, if any. */
  readonly runId: number | null;
}

/** The columns and the row of an intent: also for runs of received orders. */
export const recordIntent = async (
  sql: Query,
  upstream: string,
  intent: ChangeIntent,
  runId: number | null = null,
): Promise<number> => {
  const { person, operation, resource, recordId, fields, hash, key } = intent;
  const { requestId: request, requestedAt: at } = intent;
  const names = Object.fromEntries(fields.map(({ name, count }) => [name, count]));
  const about = { person, upstream, operation, resource, record: recordId, fields: names };
  const [row] = await sql<{ id: number }[]>`
    with ${appending(sql, { kind: "intent", at, ...about, hash, key, request })}
    insert into gateway.changes (id, upstream, person, operation, resource, record_id, fields, hash, key,
      request_id, requested_at, run_id)
    select seq, ${upstream}, ${person}::text, ${operation}, ${resource}, ${recordId}::bigint,
      ${JSON.stringify(fields)}::text::json, ${hash}, ${key}::text, ${request}, ${at}::timestamptz,
      ${runId}::bigint
    from row returning id`;
  return demandAppended(row).id;
};

/** The earlier request with a key, if any. */
export const findEarlier = async (
  sql: Query,
  upstream: string,
  person: string | null,
  key: string,
): Promise<Earlier | undefined> => {
  const [earlier] = await sql<Earlier[]>`
    select id, state, hash, answer, run_id as "runId"
    from gateway.changes
    where upstream = ${upstream} and coalesce(person, '') = ${person ?? ""} and key = ${key}`;
  return earlier;
};

/** A late result replaces "unknown"; "unknown" never replaces what is known. */
const changeable = {
  done: ["pending", "unknown", "settled", "refused"],
  refused: ["pending", "unknown"],
  unknown: ["pending"],
} as const satisfies Record<ChangeResult["state"], readonly ChangeState[]>;

/** Records a result in the chain and in the list, if it may replace what is known. */
export const writeResult = async (
  sql: TransactionSql,
  change: { readonly id: number; readonly state: ChangeState },
  result: ChangeResult,
): Promise<void> => {
  const { state, status, reason, endedAt: at, recordId, answer, freesKey } = result;
  const { recordName: name, recordStatus: became } = result;
  if (!changeable[state].some((before) => before === change.state)) return;
  const record = recordId === null ? {} : { record: recordId };
  // As the list has it: half a surrogate pair, which JSON would keep, becomes U+FFFD on the way to the database.
  const text = reason === null ? null : Buffer.from(reason).toString();
  const content = { at, change: change.id, state, status, ...record, name, became, reason: text };
  await appendRow(sql, { kind: "result", ...content });
  await sql`
    update gateway.changes set state = ${state}, status = ${status}::int, reason = ${reason}::text, ended_at = ${at},
      record_id = coalesce(${recordId}::bigint, record_id),
      record_name = ${name ?? null}::text, record_status = ${became ?? null}::text,
      answer = case when key is null or ${freesKey} then null else ${answer}::text end,
      key = case when ${freesKey} then null else key end
    where id = ${change.id}`;
};

/** Records the result of a change; repeating it changes nothing. */
export const endChange = async (sql: Sql, id: number, result: ChangeResult): Promise<void> =>
  sql.begin(async (transaction) => {
    await lockChain(transaction);
    const [change] = await transaction<{ id: number; state: ChangeState }[]>`
      select id, state from gateway.changes where id = ${id} for update`;
    if (change !== undefined) await writeResult(transaction, change, result);
  });

/** Renews the leases of these changes. */
export const keepChangesAlive = async (sql: Sql, ids: readonly number[]): Promise<void> => {
  await sql`
    update gateway.changes set alive_at = clock_timestamp()
    where state = 'pending' and id = any(${[...ids]}::bigint[])`;
};

/** Sets changes without a renewed lease, which have no working gateway, to unknown, and returns their numbers. */
export const giveUpChanges = async (
  sql: Sql,
  leaseMs: number,
  reason: string,
): Promise<number[]> => {
  const abandoned = (query: Query) => query`
    select id, state from gateway.changes
    where state = 'pending' and run_id is null
      and alive_at < clock_timestamp() - ${leaseMs}::int * interval '1 millisecond' order by id`;
  // The usual case, without the lock that every change needs.
  if ((await abandoned(sql)).length === 0) return [];
  return sql.begin(async (transaction) => {
    await lockChain(transaction);
    const left = await transaction<{ id: number; state: ChangeState }[]>`
      ${abandoned(transaction)} for update`;
    const at = new Date().toISOString();
    const result = { status: null, recordId: null, answer: null, freesKey: false, endedAt: at };
    for (const change of left)
      await writeResult(transaction, change, { ...result, state: "unknown", reason });
    return left.map(({ id }) => id);
  });
};

/** Removes keys and responses of earlier requests. An unknown change keeps its key until it is settled. */
export const forgetAnswers = async (sql: Sql, keptMs: number): Promise<void> => {
  await sql`
    update gateway.changes set key = null, answer = null
    where key is not null and state not in ('pending', 'unknown')
      and requested_at < clock_timestamp() - ${keptMs}::bigint * interval '1 millisecond'`;
};

interface ChangeSettling {
  readonly made: boolean;
  readonly settledBy: string | null;
  readonly settledAt: string;
}

export type SettledChange =
  | { readonly kind: "settled" }
  | { readonly kind: "missing" }
  | { readonly kind: "not-unknown"; readonly state: ChangeState }
  | { readonly kind: "run"; readonly runId: number };

/** Records whether an unknown change was made. If not, its key may be used again. */
export const settleChange = async (
  sql: Sql,
  upstream: string,
  id: number,
  settling: ChangeSettling,
): Promise<SettledChange> =>
  sql.begin(async (transaction): Promise<SettledChange> => {
    await lockChain(transaction);
    const [change] = await transaction<{ state: ChangeState; runId: number | null }[]>`
      select state, run_id as "runId" from gateway.changes
      where id = ${id} and upstream = ${upstream} for update`;
    if (change === undefined) return { kind: "missing" };
    if (change.state !== "unknown") return { kind: "not-unknown", state: change.state };
    if (change.runId !== null) return { kind: "run", runId: change.runId };
    await writeSettlement(transaction, id, settling);
    return { kind: "settled" };
  });

/** Records whether a person's own unknown change, found by its key, was made; returns its number if it was unknown. */
export const settleOwnChange = async (
  sql: Sql,
  upstream: string,
  key: string,
  settling: ChangeSettling,
): Promise<number | undefined> =>
  sql.begin(async (transaction) => {
    await lockChain(transaction);
    const [change] = await transaction<{ id: number }[]>`
      select id from gateway.changes
      where upstream = ${upstream} and coalesce(person, '') = ${settling.settledBy ?? ""} and key = ${key}
        and state = 'unknown' and run_id is null for update`;
    if (change !== undefined) await writeSettlement(transaction, change.id, settling);
    return change?.id;
  });

/** Records a settlement in the chain and in the list. */
export const writeSettlement = async (
  sql: TransactionSql,
  id: number,
  { made, settledBy, settledAt }: ChangeSettling,
): Promise<void> => {
  const content = { at: settledAt, change: id, state: "settled", made, person: settledBy };
  await appendRow(sql, { kind: "settlement", ...content });
  await sql`
    update gateway.changes set state = 'settled', key = case when ${made} then key end,
      settlement = ${JSON.stringify({ made, settledAt, settledBy })}::text::json
    where id = ${id}`;
};
