-- The tables of the account, its sources and channels, returns, RMAs and webhooks, and of the tokens.
--
-- A record is kept whole, as the JSON that the API answers, because nothing but the API's own filters ever looks
-- inside it; `json` rather than `jsonb` keeps its fields in the API's order. The columns beside it are generated
-- from it, so that a filter and the record can never disagree. Timestamps inside are ISO 8601 in UTC with
-- milliseconds, which sort as text.
create schema if not exists service;

-- One row per token owner: 'account', 'source:12', 'channel:3'. Creating a token anew replaces the row, so the
-- value before it is refused from that moment on (api 5.7).
create table service.tokens (
  owner text primary key,
  type text not null check (type in ('account', 'source', 'channel')),
  owner_id bigint,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  check ((type = 'account') = (owner_id is null))
);

-- When each token's latest requests were accepted (api 8). Losing it in a crash costs at most one second's count.
create unlogged table service.request_times (
  token_hash bytea primary key,
  accepted timestamptz[] not null
);

create table service.account (
  id smallint primary key default 1 check (id = 1),
  record json not null
);
insert into service.account (record) values ('{"id":1,"name":"Supercargo","insertedAt":"2024-01-01T00:00:00.000Z"}');

create table service.sources (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null
);

create table service.channels (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null
);

create table service.returns (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  order_id bigint generated always as ((record ->> 'orderId')::bigint) stored,
  channel_id bigint generated always as ((record ->> 'channelId')::bigint) stored,
  status text generated always as (record ->> 'status') stored,
  inserted_at text collate "C" generated always as (record ->> 'insertedAt') stored,
  updated_at text collate "C" generated always as (record ->> 'updatedAt') stored
);
create index on service.returns (inserted_at desc, id desc);
create index on service.returns (order_id);
create index on service.returns (channel_id);

-- decided_items: the lines whose approved or denied units were ever changed. Their quantity stays locked even when
-- both went back to 0 (api 3: "once approvedQuantity or deniedQuantity has been updated").
create table service.rmas (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  decided_items bigint[] not null default '{}',
  return_id bigint generated always as ((record ->> 'returnId')::bigint) stored references service.returns (id),
  source_id bigint generated always as ((record ->> 'sourceId')::bigint) stored,
  rma_number text generated always as (record ->> 'rmaNumber') stored,
  status text generated always as (record ->> 'rmaStatus') stored,
  created_at text collate "C" generated always as (record ->> 'createdAt') stored,
  updated_at text collate "C" generated always as (record ->> 'updatedAt') stored
);
create index on service.rmas (created_at desc, id desc);
create index on service.rmas (return_id);
create index on service.rmas (source_id);
create index on service.rmas (rma_number);

create sequence service.webhook_configuration_ids;
create table service.webhook_configurations (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null
);

create table service.webhook_event_logs (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  configuration_id bigint not null references service.webhook_configurations (id),
  status text generated always as (record ->> 'status') stored,
  created_at text collate "C" generated always as (record ->> 'createdAt') stored
);
create index on service.webhook_event_logs (configuration_id, created_at desc, id desc);
