-- Product parents and purchase orders. The record is kept whole, as the tables before keep theirs, but the columns
-- beside it are written and not generated: these records are large and come by the hundred thousand, and each generated
-- column would read the whole record again. Only a status move ever changes such a column, and it changes the
-- record in the same statement.

-- Variants are most of a parent and most pages do without them, so they lie beside it and are read when asked for.
create table service.product_parents (
  id bigint primary key,
  channel_id bigint not null,
  sku text not null,
  updated_at timestamptz not null,
  record json not null,
  variants json not null
);
create unique index on service.product_parents (channel_id, sku);
-- A page is found in this index alone, however far into a channel it lies.
create index on service.product_parents (channel_id, updated_at, id);

create table service.purchase_orders (
  id bigint primary key,
  source_id bigint not null,
  channel_id bigint,
  number text,
  status text not null,
  fulfillment_status text,
  sent_at timestamptz,
  generated_at timestamptz,
  last_modified_at timestamptz,
  record json not null
);
create index on service.purchase_orders (source_id, id);
create index on service.purchase_orders (channel_id, id);
create index on service.purchase_orders (status, id);
create index on service.purchase_orders (number);
create index on service.purchase_orders (last_modified_at);

-- A record with some fields changed, each where it was; one that the record lacks comes last.
create function service.with_changes(record json, changes json) returns json
language sql immutable parallel safe as $$
  select json_object_agg(field.key, field.value order by field.at)
  from (
    select key, coalesce(changes -> key, value) as value, ordinality as at
    from json_each(record) with ordinality
    union all
    select key, value, 1000000 + ordinality
    from json_each(changes) with ordinality
    where record -> key is null
  ) as field
$$;
