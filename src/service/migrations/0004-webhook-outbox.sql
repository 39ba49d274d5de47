-- Webhook events on their way out. A trigger writes them, so an event is in the transaction of the change that it
-- reports, whatever program makes the change; the senders of all service processes take them from the outbox.

-- The generated columns are what the trigger and the senders look for. Senders write the other two: since when every
-- delivery has failed, and until when the receiver asked to be left alone (Retry-After).
alter table service.webhook_configurations
  add column status text generated always as (record ->> 'status') stored,
  add column source_id bigint generated always as ((record ->> 'sourceId')::bigint) stored,
  add column channel_id bigint generated always as ((record ->> 'channelId')::bigint) stored,
  add column failing_since timestamptz,
  add column paused_until timestamptz;
create index on service.webhook_configurations (source_id);
create index on service.webhook_configurations (channel_id);

-- A configuration signs with each of its secrets that has not expired: two while one replaces the other.
create table service.webhook_secrets (
  configuration_id bigint not null references service.webhook_configurations (id),
  secret text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz
);
create index on service.webhook_secrets (configuration_id);

create sequence service.webhook_event_log_ids;
select setval('service.webhook_event_log_ids', greatest(max(id), 1), max(id) is not null)
from service.webhook_event_logs;

-- One row for each event and configuration, with the id of its entry in the event log. It stays after the delivery, so
-- that a person can send the event again.
create table service.webhook_outbox (
  id bigint primary key default nextval('service.webhook_event_log_ids'),
  configuration_id bigint not null references service.webhook_configurations (id),
  event_type text not null,
  event_key text not null,
  -- The body as it is signed and sent.
  payload text not null,
  message_id uuid not null default gen_random_uuid(),
  tries integer not null default 0,
  -- The next try; null when none is planned.
  due_at timestamptz default now(),
  -- A sender that is killed holds the event until then.
  leased_until timestamptz,
  -- Its next try was asked for and counted by `POST /webhook/event/retry`.
  asked_for boolean not null default false
);
create index on service.webhook_outbox (configuration_id, due_at, id) where due_at is not null;
create index on service.webhook_outbox (configuration_id, event_key, id) where due_at is not null;
-- An order is imported once, though it may have several purchase orders.
create unique index on service.webhook_outbox (configuration_id, event_key) where event_type = 'OrderImportedEvent';

-- Puts an event into a configuration's outbox and event log; null when it is there already.
create function service.add_webhook_event(configuration bigint, event_type text, event_key text, payload text)
returns bigint language sql as $$
  with added as (
    insert into service.webhook_outbox (configuration_id, event_type, event_key, payload)
    values ($1, $2, $3, $4) on conflict do nothing
    returning id, due_at
  ), logged as (
    insert into service.webhook_event_logs (configuration_id, record)
    select $1, json_build_object(
      'id', id, 'status', 'processing', 'eventType', $2, 'eventKey', $3,
      'createdAt', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'lastTriedAt', null,
      'nextTryAt', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'publishedAt', null, 'retryCount', 0, 'manualRetryCount', 0, 'statusCode', null, 'statusMessage', null)
    from added
  )
  select id from added
$$;

-- Writes the event named by the trigger's argument for each active configuration of the order's source or channel that
-- subscribes to it. The body names the order and its state; addresses stay behind the API's tokens.
create function service.report_order() returns trigger language plpgsql as $$
declare
  event text := tg_argv[0];
  configuration bigint;
  event_key text;
  data json;
begin
  for configuration in
    select id from service.webhook_configurations
    where (source_id = new.source_id or channel_id = new.channel_id) and status = 'active'
      and (record -> 'subscribedEvents')::jsonb ? event
    order by id
  loop
    if data is null then
      event_key := case event
        when 'OrderImportedEvent' then 'order:' || coalesce(new.record ->> 'orderId', 'of:' || new.id)
        else 'fulfillment_request:' || new.id end;
      data := json_build_object(
        'id', new.id, 'accountId', new.record -> 'accountId', 'orderId', new.record -> 'orderId',
        'sourceId', new.source_id, 'channelId', new.channel_id, 'purchaseOrderNumber', new.number,
        'purchaseOrderStatus', new.record -> 'purchaseOrderStatus',
        'lastModifiedAt', new.record -> 'lastModifiedAt');
    end if;
    perform service.add_webhook_event(configuration, event, event_key, json_build_object(
      'type', event,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', data)::text);
  end loop;
  return null;
end
$$;

create trigger report_import after insert on service.purchase_orders
for each row when (new.channel_id is not null)
execute function service.report_order('OrderImportedEvent');

create trigger report_new_processing after insert on service.purchase_orders
for each row when (new.status = 'processing')
execute function service.report_order('FulfillmentRequestProcessingEvent');

create trigger report_processing after update on service.purchase_orders
for each row when (new.status = 'processing' and old.status is distinct from new.status)
execute function service.report_order('FulfillmentRequestProcessingEvent');
