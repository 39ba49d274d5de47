import type { Query } from "#database/sql.ts";

/**
 * Accepts a request unless `limit` requests of this token were accepted within the last second (api 8).
 *
 * One statement, so that the row's lock serializes processes that share the database; the clock is read after the lock
 * is acquired, and it is the database's, which they share too. Times ahead of that clock, which remain when it was set
 * back, are removed.
 */
export const acceptRequest = async (
  sql: Query,
  tokenHash: Buffer,
  limit: number,
): Promise<boolean> => {
  const { count } = await sql`
    insert into service.request_times as r (token_hash, accepted)
    values (${tokenHash}, array[clock_timestamp()])
    on conflict (token_hash) do update
    set accepted = array(
      select t from unnest(r.accepted) t
      where t > clock_timestamp() - interval '1 second' and t <= clock_timestamp()
    ) || clock_timestamp()
    where (
      select count(*) from unnest(r.accepted) t
      where t > clock_timestamp() - interval '1 second' and t <= clock_timestamp()
    ) < ${limit}`;
  return count > 0;
};

/** Removes the tokens that made no request for an hour. */
export const forgetOldRequests = async (sql: Query): Promise<void> => {
  await sql`
    delete from service.request_times
    where coalesce(accepted[cardinality(accepted)], '-infinity') < clock_timestamp() - interval '1 hour'`;
};
