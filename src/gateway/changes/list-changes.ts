import type { Change, ChangeState } from "#contract/audit.ts";
import type { Fragment, Sql } from "#database/sql.ts";
import { toInstant } from "#http/instant.ts";

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
