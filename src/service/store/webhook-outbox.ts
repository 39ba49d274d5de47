import type { WebhookAttempt, WebhookDayCount, WebhookEventLog } from "#contract/webhooks.ts";
import type { Query, Sql, TransactionSql } from "#database/sql.ts";
import { asJson } from "./copy-records.ts";

/** The channel that a trigger notifies when events were written. */
export const webhookChannel = "supercargo_webhooks";

/** An event that a sender has taken. */
export interface TakenEvent {
  readonly id: number;
  readonly configurationId: number;
  readonly url: string;
  /** The receiver's means to recognize an event that arrives twice. */
  readonly messageId: string;
  readonly payload: string;
  /** Including this one. It also tells whether the event is still this sender's: another one has raised it. */
  readonly tries: number;
  /** Whether this try was asked for, or repeats one that was and whose process was killed. */
  readonly askedFor: boolean;
  /** The configuration's secrets, newest first. */
  readonly secrets: readonly string[];
}

interface Taking {
  /** The most events to take, in all and of one configuration. */
  readonly limit: number;
  readonly perConfiguration: number;
  /** The same for a configuration whose last try failed. */
  readonly perFailing: number;
  /** How many events of each configuration are under way here. */
  readonly underWay: ReadonlyMap<number, number>;
  readonly leaseMs: number;
}

/** The events that senders send, where `owner` is the configuration. A disabled one gets test events only. */
const isWanted = (sql: Query) => sql`
  (owner.status = 'active' or owner.status <> 'deleted' and event.event_type = 'WebhookTestEvent')`;

/** How many times the events to take are looked at: other senders may be taking the first ones. */
const spare = 4;

/**
 * Takes events that are due, for the length of the lease. Of one configuration and key only the oldest one is taken
 * until it has ended; rows that another sender is taking are skipped. Configurations take turns: the first is the one
 * with the fewest events under way. A lease that is still stored is that of a killed process: its try is repeated.
 */
export const takeEvents = (
  sql: Query,
  { limit, perConfiguration, perFailing, underWay, leaseMs }: Taking,
): Promise<TakenEvent[]> => sql<TakenEvent[]>`
  with ranked as materialized (
    select job.id, job.due_at, coalesce(running.count, 0) + job.place as turn
    from service.webhook_configurations owner
    left join unnest(${[...underWay.keys()]}::bigint[], ${[...underWay.values()]}::int[]) running (id, count)
      on running.id = owner.id
    cross join lateral (
      select event.id, event.due_at, row_number() over (order by event.due_at, event.id) as place
      from service.webhook_outbox event
      where event.configuration_id = owner.id
        and event.due_at <= now()
        and (event.leased_until is null or event.leased_until <= now())
        and ${isWanted(sql)}
        and not exists (
          select from service.webhook_outbox earlier
          where earlier.configuration_id = event.configuration_id and earlier.event_key = event.event_key
            and earlier.due_at is not null and earlier.id < event.id)
      order by event.due_at, event.id
      limit least(${limit}::int * ${spare}, greatest(0, case
        when owner.failing_since is null then ${perConfiguration}::int else ${perFailing}::int
      end - coalesce(running.count, 0)))
    ) job
    where owner.paused_until is null or owner.paused_until <= now()
    order by turn, job.due_at, job.id
    limit ${limit}::int * ${spare}
  ), due as materialized (
    select event.id
    from ranked join service.webhook_outbox event on event.id = ranked.id
    where event.due_at <= now() and (event.leased_until is null or event.leased_until <= now())
    order by ranked.turn, ranked.due_at, ranked.id
    limit ${limit}
    for update of event skip locked
  )
  update service.webhook_outbox event
  set leased_until = now() + ${leaseMs}::float8 * interval '1 millisecond', tries = tries + 1, asked_for = false,
    holds_asked_for = event.asked_for or event.leased_until is not null and event.holds_asked_for
  from due, service.webhook_configurations owner
  where event.id = due.id and owner.id = event.configuration_id
  returning event.id, owner.id as "configurationId", owner.record ->> 'webhookUrl' as url,
    event.message_id as "messageId", event.payload, event.tries, event.holds_asked_for as "askedFor",
    array(
      select secret from service.webhook_secrets
      where configuration_id = owner.id and (expires_at is null or expires_at > now())
      order by created_at desc
    ) as secrets`;

/** Gives an event back untried. */
export const releaseEvent = async (
  sql: Query,
  { id, tries, askedFor }: TakenEvent,
): Promise<void> => {
  await sql`
    update service.webhook_outbox set leased_until = null, tries = tries - 1, asked_for = asked_for or ${askedFor},
      holds_asked_for = false
    where id = ${id} and tries = ${tries}`;
};

/** What follows a try: the time of the next one, if there is one, and whether a person asked for it meanwhile. */
export interface Following {
  readonly nextTryAt: string | null;
  readonly isAskedFor: boolean;
}

/**
 * Ends a try: a failed one is followed by another at `nextTryAt`, if it is given. A try that was asked for meanwhile
 * stays due, and an event that was ended meanwhile stays ended. Undefined when the event is no longer this sender's,
 * because its lease ended and another one took it.
 */
export const endTry = async (
  sql: TransactionSql,
  { id, tries }: TakenEvent,
  { isDelivered, nextTryAt }: { readonly isDelivered: boolean; readonly nextTryAt?: Date },
): Promise<Following | undefined> => {
  const [ended] = await sql<Following[]>`
    update service.webhook_outbox set leased_until = null, holds_asked_for = false,
      asked_for = asked_for and not ${isDelivered}::boolean, due_at = case
        when ${isDelivered}::boolean then null
        when due_at is null or asked_for then due_at
        else ${nextTryAt ?? null}::timestamptz end
    where id = ${id} and tries = ${tries}
    returning due_at as "nextTryAt", asked_for as "isAskedFor"`;
  return ended;
};

/** Makes events due now and locks them, in the order of their ids. Those without a stored payload are left out. */
export const askForTries = async (sql: TransactionSql, ids: readonly number[]): Promise<void> => {
  await sql`select from service.webhook_outbox where id = any(${[...ids]}) order by id for update`;
  await sql`
    update service.webhook_outbox set due_at = now(), asked_for = true where id = any(${[...ids]})`;
};

/** Those of the events whose configuration is deleted. */
export const findEventsOfDeleted = async (
  sql: Query,
  ids: readonly number[],
): Promise<Set<number>> => {
  const rows = await sql<{ id: number }[]>`
    select log.id from service.webhook_event_logs log
    join service.webhook_configurations owner on owner.id = log.configuration_id
    where log.id = any(${[...ids]}) and owner.status = 'deleted'`;
  return new Set(rows.map(({ id }) => id));
};

/**
 * Ends events of deleted configurations that still wait, up to the limit, and returns how many. Rows that are locked are
 * left for the next time: a sender that locked one may wait for its configuration, which the caller may hold.
 */
export const endEventsOfDeleted = async (sql: Query, limit: number): Promise<number> => {
  const [row] = await sql<{ ended: number }[]>`
    with waiting as materialized (
      select event.id from service.webhook_outbox event
      join service.webhook_configurations owner on owner.id = event.configuration_id
      where owner.status = 'deleted' and event.due_at is not null
      limit ${limit} for update of event skip locked
    ), ended as (
      update service.webhook_outbox set due_at = null, leased_until = null, asked_for = false
      where id in (select id from waiting)
    ), logged as (
      update service.webhook_event_logs log set record = service.with_changes(record, case log.status
        when 'processing' then json_build_object('status', 'internal_failure', 'nextTryAt', null, 'statusCode', null,
          'statusMessage', 'The webhook was deleted before the event was sent')
        else json_build_object('nextTryAt', null) end)
      where id in (select id from waiting)
    )
    select count(*) as ended from waiting`;
  return row?.ended ?? 0;
};

/** Adds an event to one configuration's outbox and event log, and returns its entry in the log. */
export const addWebhookEvent = async (
  sql: TransactionSql,
  configurationId: number,
  event: { readonly type: string; readonly key: string; readonly payload: string },
): Promise<WebhookEventLog> => {
  const [added] = await sql<{ id: number }[]>`
    select service.add_webhook_event(${configurationId}, ${event.type}, ${event.key}, ${event.payload}) as id`;
  const [row] = await sql<{ record: WebhookEventLog }[]>`
    select record from service.webhook_event_logs where id = ${added?.id ?? 0}`;
  if (row === undefined) throw new Error("The event was not added");
  return row.record;
};

/**
 * Stores a payload for each delivery in the event logs that has none, as if it had been sent: for deliveries that were
 * added with their results. None is due.
 */
export const addSentEvents = async (sql: TransactionSql): Promise<void> => {
  await sql`
    insert into service.webhook_outbox (id, configuration_id, event_type, event_key, payload, due_at, tries)
    select log.id, configuration_id, log.record ->> 'eventType', log.record ->> 'eventKey', json_build_object(
      'type', log.record ->> 'eventType', 'timestamp', log.created_at, 'data', json_build_object(
        'id', split_part(log.record ->> 'eventKey', ':', 2)::bigint, 'accountId', sent.record -> 'accountId', 'orderId', sent.record -> 'orderId',
        'sourceId', sent.source_id, 'channelId', sent.channel_id, 'purchaseOrderNumber', sent.number,
        'purchaseOrderStatus', sent.record -> 'purchaseOrderStatus'))::text,
      null, 1 + coalesce((log.record ->> 'retryCount')::int, 0)
    from service.webhook_event_logs log
    left join service.purchase_orders sent on sent.id = split_part(log.record ->> 'eventKey', ':', 2)::bigint
    on conflict do nothing`;
};

/** The events that will be tried, and since when the oldest of them may be, in seconds. */
export const readBacklog = async (
  sql: Sql,
): Promise<{ events: number; oldestDueSeconds: number } | undefined> => {
  const [row] = await sql<{ events: number; oldestDueSeconds: number }[]>`
    select count(*) as events, greatest(0, coalesce(extract(epoch from
      now() - min(greatest(event.due_at, owner.paused_until))), 0)) as "oldestDueSeconds"
    from service.webhook_outbox event
    join service.webhook_configurations owner on owner.id = event.configuration_id
    where event.due_at is not null and ${isWanted(sql)}`;
  return row;
};

/** Adds an entry that reports something about the configuration itself; there is nothing to send. */
export const addNotice = async (
  sql: TransactionSql,
  configurationId: number,
  notice: Omit<WebhookEventLog, "id">,
): Promise<void> => {
  await sql`
    insert into service.webhook_event_logs (configuration_id, record)
    select ${configurationId}, service.with_changes(
      json_build_object('id', nextval('service.webhook_event_log_ids')), ${asJson(sql, notice)})`;
};

/** Notes whether deliveries to a configuration work, and returns since when none has; undefined when the last one has. */
export const noteHealth = async (
  sql: Query,
  configurationId: number,
  works: boolean,
): Promise<string | undefined> => {
  if (works) {
    await sql`
      update service.webhook_configurations set failing_since = null, paused_until = null
      where id = ${configurationId} and (failing_since is not null or paused_until is not null)`;
    return undefined;
  }
  await sql`
    update service.webhook_configurations set failing_since = now()
    where id = ${configurationId} and failing_since is null`;
  const [row] = await sql<{ since: string }[]>`
    select failing_since as since from service.webhook_configurations where id = ${configurationId}`;
  return row?.since;
};

/** Sends a configuration nothing for a while. */
export const pauseConfiguration = async (
  sql: Query,
  configurationId: number,
  until: Date,
): Promise<void> => {
  await sql`
    update service.webhook_configurations set paused_until = ${until} where id = ${configurationId}`;
};

/** A configuration's secrets, newest first; the given one becomes its first if it has none yet. */
export const ensureWebhookSecret = async (
  sql: Sql,
  configurationId: number,
  first: string,
): Promise<string[]> => {
  await sql`
    insert into service.webhook_secrets (configuration_id, secret)
    select ${configurationId}, ${first}
    where not exists (select from service.webhook_secrets where configuration_id = ${configurationId})`;
  const rows = await sql<{ secret: string }[]>`
    select secret from service.webhook_secrets
    where configuration_id = ${configurationId} and (expires_at is null or expires_at > now())
    order by created_at desc`;
  return rows.map(({ secret }) => secret);
};

/** Adds a secret; those before it expire at the given time, if they would not do so sooner. */
export const addWebhookSecret = async (
  sql: TransactionSql,
  configurationId: number,
  secret: string,
  othersExpireAt: Date,
): Promise<void> => {
  await sql`
    update service.webhook_secrets set expires_at = least(expires_at, ${othersExpireAt})
    where configuration_id = ${configurationId}`;
  await sql`
    insert into service.webhook_secrets (configuration_id, secret) values (${configurationId}, ${secret})`;
};

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
interface StoredDelivery {
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
