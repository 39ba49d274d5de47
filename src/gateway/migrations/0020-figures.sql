-- What waits for a person, by kind: undecided RMAs, unshipped orders, errors. A row leaves when its record does no longer wait.
create table record_waits (
  copy_id integer not null references record_copies on delete cascade,
  record_id bigint not null,
  kind text not null,
  -- Null: the record does not say.
  since timestamptz,
  source_id bigint,
  units integer not null,
  -- What the undecided units cost; null: not known.
  cents bigint,
  name text not null,
  status text,
  -- Of an error.
  detail text not null,
  primary key (copy_id, record_id, kind)
);
create index on record_waits (copy_id, kind, since, record_id);

-- Of each RMA what trends are counted from. Narrow: months of them are read at once.
create table rma_facts (
  copy_id integer not null references record_copies on delete cascade,
  record_id bigint not null,
  source_id bigint,
  created_at timestamptz,
  -- When it was first seen without undecided units, by its last change.
  decided_at timestamptz,
  -- In seconds.
  took float8 generated always as (extract(epoch from decided_at - created_at)) stored,
  units integer not null,
  reasons text[] not null,
  reason_units integer[] not null,
  primary key (copy_id, record_id)
);
create index on rma_facts (copy_id, created_at);
create index on rma_facts (copy_id, decided_at) where decided_at is not null;
