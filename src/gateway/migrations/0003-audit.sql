-- Who did what. `audit_rows` is the record: one row for each intent, result, settlement and pruning, each with a hash
-- that covers the row before. `changes` is the same by change, for lists, and what is needed to finish each.

-- The end of the chain. A row is appended while this one is locked, so that several gateways write one chain.
create table audit_head (
  id boolean primary key default true check (id),
  seq bigint not null default 0,
  hash text not null default ''
);
insert into audit_head default values;

create table audit_rows (
  seq bigint primary key,
  -- JSON, exactly as it was hashed.
  content text not null,
  hash text not null,
  appended_at timestamptz not null default clock_timestamp()
);
create index on audit_rows (appended_at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('supercargo.pruning', true) = 'on' then
    return old;
  end if;
  raise exception 'The audit rows are append-only';
end $$;
create trigger append_only before update or delete on audit_rows
  for each row execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_rows
  for each statement execute function refuse_audit_change();

create table changes (
  -- The number of its intent in the chain.
  id bigint primary key,
  upstream text not null,
  person text,
  operation text not null,
  resource text not null,
  record_id bigint,
  fields json not null,
  request_id text not null,
  requested_at timestamptz not null,
  state text not null default 'pending'
    check (state in ('pending', 'done', 'refused', 'unknown', 'settled')),
  status integer,
  reason text,
  ended_at timestamptz,
  settlement json,
  -- The run of received orders that this change is: it is ended and settled with its run.
  run_id bigint,
  -- The client's Idempotency-Key, while it is kept, with the hash of what was sent and the response.
  key text,
  hash text not null,
  answer text,
  -- Which process works on it, and when it last said so.
  process text,
  alive_at timestamptz not null default clock_timestamp()
);
create unique index on changes (coalesce(person, ''), key) where key is not null;
create unique index on changes (run_id) where run_id is not null;
create index on changes (upstream, id);
create index on changes (upstream, resource, record_id, id);
create index on changes (upstream, person, id);
create index on changes (upstream, operation, id);
create index on changes (upstream, state, id);
create index on changes (requested_at);
