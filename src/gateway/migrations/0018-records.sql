-- The gateway's copy of an upstream's purchase orders, RMAs and returns, for searches.
create table record_copies (
  id integer generated always as identity primary key,
  upstream text not null,
  kind text not null,
  -- How far the copy is, as JSON (records/copy-records.ts).
  progress text,
  unique (upstream, kind)
);

create table records (
  copy_id integer not null references record_copies on delete cascade,
  record_id bigint not null,
  -- The order of a return, by its order ID, and the return of an RMA.
  parent_id bigint,
  -- As the API sent it, without the addresses that it marks as redacted.
  record text not null,
  -- Its last change; records that were not changed for RECORDS_DAYS are removed.
  changed_at timestamptz not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (copy_id, record_id)
);
create index on records (copy_id, changed_at);
create index on records (copy_id, seen_at);
create index on records (copy_id, parent_id) where parent_id is not null;

-- The searched words of each record, a line each with a line before the first. Narrow: searches for frequent words read many.
create table record_texts (
  copy_id integer not null,
  record_id bigint not null,
  words text not null,
  primary key (copy_id, record_id),
  foreign key (copy_id, record_id) references records on delete cascade
);

-- Without a reference, which would be checked for each of some dozens of words a record.
create table record_words (
  copy_id integer not null,
  word text collate "C" not null,
  record_id bigint not null,
  primary key (copy_id, word, record_id)
);
