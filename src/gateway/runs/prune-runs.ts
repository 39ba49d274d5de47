import type { Sql } from "#database/sql.ts";
import { pruneAll } from "#gateway/changes/prune-all.ts";

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
