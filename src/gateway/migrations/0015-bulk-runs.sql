-- Changes of many records, which gateways send one after the other. A gateway leases a run while it works on it.
create table bulk_runs (
  id bigint generated always as identity primary key,
  upstream text not null,
  operation text not null,
  resource text not null,
  title text not null,
  past text not null,
  person text,
  -- The client's Idempotency-Key: a repeated request starts no second run.
  key text,
  started_at timestamptz not null default clock_timestamp(),
  state text not null default 'running' check (state in ('running', 'paused', 'ended', 'canceled')),
  -- Why a gateway paused it.
  reason text,
  -- Who paused, continued or canceled it last.
  changed_by text,
  ended_at timestamptz,
  holder text,
  lease_until timestamptz
);
create unique index on bulk_runs (upstream, coalesce(person, ''), key) where key is not null;
create index on bulk_runs (upstream, resource, id);
create index on bulk_runs (upstream, id) where state = 'running';

create table bulk_run_items (
  run_id bigint not null references bulk_runs on delete cascade,
  position integer not null,
  record_id bigint not null,
  name text not null,
  -- What is sent and what is compared, as JSON (contract/bulk-runs.ts).
  change text not null,
  planned text,
  report text,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'done', 'refused', 'conflict', 'unknown', 'skipped')),
  reason text,
  -- Grows when a person tries it again. Run, position and attempt name the change in `changes`.
  attempt integer not null default 0,
  primary key (run_id, position)
);
create index on bulk_run_items (record_id, run_id);
create index on bulk_run_items (run_id) where state = 'sending';
