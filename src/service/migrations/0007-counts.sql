-- Indexes and counts for a million orders and products: any list with any filter finds its page and its total number
-- of records without reading the table.

-- A filter of several columns is checked in the index alone, also far from the first page. The columns of the list's
-- order come first.
create index on service.purchase_orders (id)
  include (source_id, status, fulfillment_status, sent_at, generated_at, last_modified_at);
drop index service.purchase_orders_source_id_id_idx;
create index on service.purchase_orders (source_id, id)
  include (status, fulfillment_status, sent_at, generated_at, last_modified_at);
create index on service.purchase_orders (fulfillment_status, id);
create index on service.purchase_orders (sent_at);
create index on service.purchase_orders (generated_at);

drop index service.rmas_created_at_id_idx;
create index on service.rmas (created_at desc, id desc) include (status, source_id, return_id, updated_at);
drop index service.rmas_source_id_idx;
create index on service.rmas (source_id, created_at desc, id desc) include (status, updated_at);
create index on service.rmas (status, created_at desc, id desc);
create index on service.rmas (updated_at);

drop index service.returns_inserted_at_id_idx;
create index on service.returns (inserted_at desc, id desc) include (status, channel_id, updated_at);
drop index service.returns_channel_id_idx;
create index on service.returns (channel_id, inserted_at desc, id desc) include (status, updated_at);
create index on service.returns (status, inserted_at desc, id desc);
create index on service.returns (updated_at);

-- How many orders there are of each source and state, in blocks of 10,000 ids. Changes add rows, also negative ones, so
-- that no transaction waits for another; `fold_counts` adds them up. The sum is exact in every snapshot.
create table service.purchase_order_counts (
  block bigint not null,
  source_id bigint not null,
  status text not null,
  fulfillment_status text,
  records bigint not null
);

-- The same by the day of each time, counted from 1970 in UTC.
create table service.purchase_order_day_counts (
  field text not null,
  day integer not null,
  status text not null,
  fulfillment_status text,
  records bigint not null
);
create index on service.purchase_order_day_counts (field, day);

create table service.product_parent_counts (
  channel_id bigint not null,
  hour timestamptz not null,
  records bigint not null
);
create index on service.product_parent_counts (channel_id, hour);

create function service.count_purchase_orders() returns trigger language plpgsql as $$
begin
  insert into service.purchase_order_counts (block, source_id, status, fulfillment_status, records)
  select id / 10000, source_id, status, fulfillment_status, count(*) * tg_argv[0]::integer
  from changed group by 1, 2, 3, 4;
  insert into service.purchase_order_day_counts (field, day, status, fulfillment_status, records)
  select field, floor(extract(epoch from at) / 86400), status, fulfillment_status, count(*) * tg_argv[0]::integer
  from changed
  cross join lateral (values ('sent', sent_at), ('generated', generated_at), ('modified', last_modified_at)) times (field, at)
  where at is not null group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger count_added after insert on service.purchase_orders
referencing new table as changed for each statement execute function service.count_purchase_orders('1');
create trigger count_before after update on service.purchase_orders
referencing old table as changed for each statement execute function service.count_purchase_orders('-1');
create trigger count_after after update on service.purchase_orders
referencing new table as changed for each statement execute function service.count_purchase_orders('1');
create trigger count_removed after delete on service.purchase_orders
referencing old table as changed for each statement execute function service.count_purchase_orders('-1');

create function service.count_product_parents() returns trigger language plpgsql as $$
begin
  insert into service.product_parent_counts (channel_id, hour, records)
  select channel_id, date_trunc('hour', updated_at, 'UTC'), count(*) * tg_argv[0]::integer
  from changed group by 1, 2;
  return null;
end
$$;
create trigger count_added after insert on service.product_parents
referencing new table as changed for each statement execute function service.count_product_parents('1');
create trigger count_before after update on service.product_parents
referencing old table as changed for each statement execute function service.count_product_parents('-1');
create trigger count_after after update on service.product_parents
referencing new table as changed for each statement execute function service.count_product_parents('1');
create trigger count_removed after delete on service.product_parents
referencing old table as changed for each statement execute function service.count_product_parents('-1');

-- Adds up the rows of the same group, in a table with more than this share of rows to spare. Of several processes, one
-- does it.
create function service.fold_counts(share integer default 1) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('service.fold_counts')) then
    return;
  end if;
  if (select sum(rows) - count(*) > share * (count(*) + 1000)
      from (select count(*) as rows from service.purchase_order_counts group by block, source_id, status, fulfillment_status) groups) then
    with gone as (delete from service.purchase_order_counts returning *)
    insert into service.purchase_order_counts
    select block, source_id, status, fulfillment_status, sum(records)
    from gone group by 1, 2, 3, 4 having sum(records) <> 0;
  end if;
  if (select sum(rows) - count(*) > share * (count(*) + 1000)
      from (select count(*) as rows from service.purchase_order_day_counts group by field, day, status, fulfillment_status) groups) then
    with gone as (delete from service.purchase_order_day_counts returning *)
    insert into service.purchase_order_day_counts
    select field, day, status, fulfillment_status, sum(records)
    from gone group by 1, 2, 3, 4 having sum(records) <> 0;
  end if;
  if (select sum(rows) - count(*) > share * (count(*) + 1000)
      from (select count(*) as rows from service.product_parent_counts group by channel_id, hour) groups) then
    with gone as (delete from service.product_parent_counts returning *)
    insert into service.product_parent_counts
    select channel_id, hour, sum(records) from gone group by 1, 2 having sum(records) <> 0;
  end if;
end
$$;

-- The records that are there already.
insert into service.purchase_order_counts
select id / 10000, source_id, status, fulfillment_status, count(*) from service.purchase_orders group by 1, 2, 3, 4;
insert into service.purchase_order_day_counts
select field, floor(extract(epoch from at) / 86400), status, fulfillment_status, count(*)
from service.purchase_orders
cross join lateral (values ('sent', sent_at), ('generated', generated_at), ('modified', last_modified_at)) times (field, at)
where at is not null group by 1, 2, 3, 4;
insert into service.product_parent_counts
select channel_id, date_trunc('hour', updated_at, 'UTC'), count(*) from service.product_parents group by 1, 2;
