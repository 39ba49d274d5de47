-- What the gateway must remember: every call that takes orders out of Processing (api 4.3), written before it leaves,
-- and the orders that came, written before anybody is answered.

-- The upstreams that were ever asked. A run begins and is settled while its upstream's row is locked, so that two
-- gateways cannot do either at once.
create table upstreams (
  id bigint generated always as identity primary key,
  name text not null unique
);

create table runs (
  id bigint generated always as identity primary key,
  -- What a run is called in the files that hold answers until they are here.
  key uuid not null unique,
  upstream_id bigint not null references upstreams,
  -- Null: all sources.
  source_id bigint,
  state text not null default 'dispatching'
    check (state in ('dispatching', 'received', 'refused', 'unknown', 'settled')),
  requested_at timestamptz not null,
  requested_by text,
  -- When the gateway that sent it last said that it is at work on it, by this database's clock.
  alive_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  order_count integer not null default 0,
  reason text,
  settlement json
);
create index on runs (upstream_id, id);
create index on runs (upstream_id, state, id);
-- One run at a time for each source, and for all of them, whatever else goes wrong.
create unique index on runs (upstream_id, coalesce(source_id, 0)) where state = 'dispatching';

-- Which orders came with which run, in the answer's order. One that was put back and received again is in two runs.
create table run_orders (
  run_id bigint not null references runs,
  position integer not null,
  order_id bigint not null,
  primary key (run_id, position)
);
create index on run_orders (order_id);

-- The orders as the upstream wrote them, or what came of an answer that could not be read.
create table answers (
  run_id bigint primary key references runs,
  orders text,
  kept bytea
);
