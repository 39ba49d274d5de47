-- The orders of runs that were removed because of their age: the ids alone, so that none of these orders is offered for
-- an unknown run.
create table earlier_orders (
  upstream_id bigint not null references upstreams,
  order_id bigint not null,
  primary key (upstream_id, order_id)
);
