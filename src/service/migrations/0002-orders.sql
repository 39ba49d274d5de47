-- Product parents and purchase orders, kept as the tables before: the record whole, and beside it the columns,
-- generated from it, that lists filter and sort by.

-- Variants are most of a parent and most pages do without them, so they lie beside it and are read when asked for.
create table service.product_parents (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  variants json not null,
  channel_id bigint not null generated always as ((record ->> 'channel_id')::bigint) stored,
  sku text not null generated always as (record ->> 'sku') stored,
  updated_at text collate "C" not null generated always as (record ->> 'updated_at') stored
);
create unique index on service.product_parents (channel_id, sku);
-- A page is found in this index alone, however far into a channel it lies.
create index on service.product_parents (channel_id, updated_at, id);

create table service.purchase_orders (
  id bigint primary key generated always as ((record ->> 'id')::bigint) stored,
  record json not null,
  source_id bigint not null generated always as ((record ->> 'sourceId')::bigint) stored,
  channel_id bigint generated always as ((record ->> 'channelId')::bigint) stored,
  number text generated always as (record ->> 'purchaseOrderNumber') stored,
  status text not null generated always as (record -> 'purchaseOrderStatus' ->> 'handle') stored,
  fulfillment_status text generated always as (record -> 'purchaseOrderFulfillmentStatus' ->> 'handle') stored,
  sent_at text collate "C" generated always as (record ->> 'sentAt') stored,
  generated_at text collate "C" generated always as (record ->> 'generatedAt') stored,
  last_modified_at text collate "C" generated always as (record ->> 'lastModifiedAt') stored
);
create index on service.purchase_orders (source_id, id);
create index on service.purchase_orders (channel_id, id);
create index on service.purchase_orders (status, id);
create index on service.purchase_orders (number);
create index on service.purchase_orders (last_modified_at);

-- A record with some fields changed, each where it was; one that the record lacks comes last. A status move is one
-- statement with it: the record, and the columns that follow from the record, change together.
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
