-- The counts by day know the block of ids, too, so that they find the page of a list with a filter by time.
lock table service.purchase_orders in share row exclusive mode;
truncate service.purchase_order_day_counts;
alter table service.purchase_order_day_counts add column block bigint not null;

create or replace function service.count_purchase_orders() returns trigger language plpgsql as $$
begin
  insert into service.purchase_order_counts (block, source_id, status, fulfillment_status, records)
  select id / 10000, source_id, status, fulfillment_status, count(*) * tg_argv[0]::integer
  from changed group by 1, 2, 3, 4;
  insert into service.purchase_order_day_counts (field, day, block, status, fulfillment_status, records)
  select field, floor(extract(epoch from at) / 86400), id / 10000, status, fulfillment_status,
    count(*) * tg_argv[0]::integer
  from changed
  cross join lateral (values ('sent', sent_at), ('generated', generated_at), ('modified', last_modified_at)) times (field, at)
  where at is not null group by 1, 2, 3, 4, 5;
  return null;
end
$$;

create or replace function service.fold_counts(share integer default 1) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('service.fold_counts')) then
    return;
  end if;
  if (select sum(rows) - count(*) > share * (count(*) + 1000)
      from (select count(*) as rows from service.purchase_order_counts
        group by block, source_id, status, fulfillment_status) groups) then
    with gone as (delete from service.purchase_order_counts returning *)
    insert into service.purchase_order_counts (block, source_id, status, fulfillment_status, records)
    select block, source_id, status, fulfillment_status, sum(records)
    from gone group by 1, 2, 3, 4 having sum(records) <> 0;
  end if;
  if (select sum(rows) - count(*) > share * (count(*) + 1000)
      from (select count(*) as rows from service.purchase_order_day_counts
        group by field, day, block, status, fulfillment_status) groups) then
    with gone as (delete from service.purchase_order_day_counts returning *)
    insert into service.purchase_order_day_counts (field, day, block, status, fulfillment_status, records)
    select field, day, block, status, fulfillment_status, sum(records)
    from gone group by 1, 2, 3, 4, 5 having sum(records) <> 0;
  end if;
  if (select sum(rows) - count(*) > share * (count(*) + 1000)
      from (select count(*) as rows from service.product_parent_counts group by channel_id, hour) groups) then
    with gone as (delete from service.product_parent_counts returning *)
    insert into service.product_parent_counts (channel_id, hour, records)
    select channel_id, hour, sum(records) from gone group by 1, 2 having sum(records) <> 0;
  end if;
end
$$;

insert into service.purchase_order_day_counts (field, day, block, status, fulfillment_status, records)
select field, floor(extract(epoch from at) / 86400), id / 10000, status, fulfillment_status, count(*)
from service.purchase_orders
cross join lateral (values ('sent', sent_at), ('generated', generated_at), ('modified', last_modified_at)) times (field, at)
where at is not null group by 1, 2, 3, 4, 5;
