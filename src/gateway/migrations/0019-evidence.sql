-- The order of an order's copy, its customer and the lines of RMAs are noted while records are stored: they are copied again.
truncate record_copies, records, record_texts, record_words;

-- The lines of copied RMAs, narrow: thousands of them are counted for one proposal. Texts are folded.
create table rma_lines (
  copy_id integer not null,
  rma_id bigint not null,
  line_id bigint not null,
  created_at timestamptz,
  source_id bigint,
  sku text,
  reason text,
  condition text,
  -- Of one unit.
  cost float8,
  -- Days from delivery, else dispatch, else order, to the RMA.
  age float8,
  -- False in voided and canceled RMAs.
  counted boolean not null,
  quantity integer not null,
  approved integer not null,
  denied integer not null,
  credited float8,
  -- How all units were decided; null while some are not.
  outcome text,
  -- Of the cost of the approved units, in whole percent; null if it is none.
  credit_percent integer,
  decided_at timestamptz,
  primary key (copy_id, rma_id, line_id),
  foreign key (copy_id, rma_id) references records on delete cascade
);
create index on rma_lines (copy_id, reason, condition, source_id, cost, age)
  include (rma_id, decided_at, outcome, credit_percent) where outcome is not null;
create index on rma_lines (copy_id, decided_at) where outcome is not null;
create index on rma_lines (copy_id, sku, created_at) include (quantity) where counted;
create index on rma_lines (copy_id, source_id, created_at) include (quantity) where counted;

-- How many units of a source, and of a SKU, customers ordered in a month: of a million orders, a sum takes too long.
create table ordered_units (
  copy_id integer not null references record_copies on delete cascade,
  subject text collate "C" not null,
  month date not null,
  units bigint not null,
  primary key (copy_id, subject, month)
);
