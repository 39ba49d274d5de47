import type { WebhookAttempt, WebhookDayCount } from "#contract/webhook-deliveries.ts";
import type { Query, Sql, TransactionSql } from "#database/sql.ts";
import { asJson } from "./documents.ts";
import type { TakenEvent } from "./webhook-outbox.ts";

/** Attempts kept for one event: more than the schedule has. */
const mostAttempts = 20;

/** Stores an attempt, and deletes the oldest of its event beyond the limit. */
export const addAttempt = async (
  sql: TransactionSql,
  { id, tries }: Pick<TakenEvent, "id" | "tries">,
  attempt: WebhookAttempt,
): Promise<void> => {
  await sql`
    insert into service.webhook_attempts (event_id, record) values (${id}, ${asJson(sql, attempt)})`;
  if (tries <= mostAttempts) return;
  await sql`
    delete from service.webhook_attempts where event_id = ${id} and id <= (
      select id from service.webhook_attempts where event_id = ${id}
      order by id desc offset ${mostAttempts} limit 1)`;
};

/** An event in the outbox, with its attempts, newest first. */
export interface StoredDelivery {
  readonly payload: string | null;
  readonly tries: number;
  readonly dueAt: string | null;
  readonly attempts: WebhookAttempt[];
}

/** An event with its attempts; undefined when it has no row in the outbox. */
export const readDelivery = async (sql: Query, id: number): Promise<StoredDelivery | undefined> => {
  const [row] = await sql<StoredDelivery[]>`
    select payload, tries, due_at as "dueAt", coalesce((
      select json_agg(record order by attempt.id desc) from service.webhook_attempts attempt where event_id = event.id
    ), '[]') as attempts
    from service.webhook_outbox event where id = ${id}`;
  return row;
};

/**
 * The events since a time by configuration, day and result. Days begin `utcOffset` minutes before those of UTC. What the
 * service reports about a webhook itself is not counted.
 */
export const countWebhookEvents = (
  sql: Sql,
  since: Date,
  utcOffset: number,
): Promise<WebhookDayCount[]> => sql<WebhookDayCount[]>`
  select owner.id as "configurationId", day,
    count(*) filter (where log.status = 'published') as delivered,
    count(*) filter (where log.status in ('internal_failure', 'external_failure')) as failed,
    count(*) filter (where log.status = 'processing') as waiting
  from service.webhook_configurations owner
  join service.webhook_event_logs log on log.configuration_id = owner.id
  cross join lateral (
    select to_char(log.created_at::timestamptz at time zone 'UTC' + ${utcOffset}::int * interval '1 minute',
      'YYYY-MM-DD') as day) days
  where log.created_at >= ${since.toISOString()} and log.record ->> 'eventType' <> 'WebhookDisabledEvent'
  group by owner.id, day order by owner.id, day`;

/**
 * Deletes events that ended before a time, with their attempts and log entries, and returns how many. Of an
 * imported order the row stays without its payload, so that its import is not reported again.
 */
export const pruneWebhookEvents = async (
  sql: Query,
  before: Date,
  limit: number,
): Promise<number> => {
  const [row] = await sql<{ pruned: number }[]>`
    with old as materialized (
      select id, event_type = 'OrderImportedEvent' as stays from service.webhook_outbox
      where ended_at < ${before} and due_at is null and payload is not null
      order by ended_at limit ${limit} for update skip locked
    ), emptied as (
      update service.webhook_outbox set payload = null where id in (select id from old where stays)
    ), tried as (
      delete from service.webhook_attempts where event_id in (select id from old where stays)
    ), deleted as (
      delete from service.webhook_outbox where id in (select id from old where not stays)
    ), unlogged as (
      delete from service.webhook_event_logs where id in (select id from old)
    )
    select count(*) as pruned from old`;
  return row?.pruned ?? 0;
};
