import type { Exception, Exceptions } from "#contract/exceptions.ts";
import { type ExceptionKind, exceptionKinds } from "#contract/figures.ts";
import type { Query } from "#database/sql.ts";
import { countExceptions, readDueLimits, selectExceptions } from "./figures.ts";
import type { CopyIds } from "./rma-lines.ts";

interface Asked {
  readonly upstream: string;
  readonly copies: CopyIds;
  readonly now: number;
  readonly timeZone: string;
  readonly kind?: ExceptionKind | undefined;
  readonly sourceId?: number | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** One page of what is late, failed or unknown: the most urgent kind first, of each kind the oldest. */
export const listExceptions = async (
  sql: Query,
  { upstream, copies, now, timeZone, kind, sourceId, pageNumber, pageSize }: Asked,
): Promise<Omit<Exceptions, "states">> => {
  const due = await readDueLimits(sql, upstream, now, timeZone);
  const wanted = { upstream, copies, due, sourceId };
  const all = exceptionKinds
    .filter((one) => kind === undefined || one === kind)
    .map((one) => selectExceptions(sql, one, wanted))
    .reduce((rows, one) => sql`${rows} union all ${one}`);
  const [counts, rows] = await Promise.all([
    countExceptions(sql, wanted),
    sql<Exception[]>`
      select kind, resource, record_id as "recordId", change_id as "changeId", name, source_id as "sourceId",
        since, detail, count
      from (${all}) as exceptions
      order by rank, since, record_id, change_id
      limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
  ]);
  const total =
    kind === undefined ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[kind]!;
  return { counts, total, rows: [...rows] };
};
