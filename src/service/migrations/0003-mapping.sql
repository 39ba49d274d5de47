-- The tables of mapping rules and mapping sets.
--
-- A rule's whole tree is one document beside its generated columns, for the same reasons as in 0001: it is always read
-- and written as one, and its order and its texts (metaData, tierData) must come back byte for byte.
create sequence service.mapping_rule_ids;
-- One sequence for rules, groups, conditions and actions of all trees: no two parts ever share an id.
create sequence service.workflow_part_ids;
create table service.mapping_rules (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  rank bigint generated always as ((record #>> '{rule,rank}')::bigint) stored
);
create index on service.mapping_rules (rank, id);

-- total_items follows the items within the transaction that changes them, so that a list need not count.
create sequence service.mapping_set_ids;
create table service.mapping_sets (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  total_items bigint not null default 0
);

create table service.mapping_set_items (
  id bigint generated always as identity primary key,
  mapping_set_id bigint not null references service.mapping_sets (id),
  from_value text not null,
  to_value text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on service.mapping_set_items (mapping_set_id, id);
