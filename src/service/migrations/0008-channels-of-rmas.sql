-- The channel of an RMA is its return's. It is written beside the RMA, so that a channel's RMAs are found by an index.
alter table service.rmas add column channel_id bigint;
update service.rmas set channel_id = returns.channel_id from service.returns where returns.id = return_id;
create index on service.rmas (channel_id, created_at desc, id desc) include (status, updated_at);

create function service.set_rma_channel() returns trigger language plpgsql as $$
begin
  -- The generated columns have no value yet.
  select channel_id into new.channel_id from service.returns where id = (new.record ->> 'returnId')::bigint;
  return new;
end
$$;
create trigger set_channel before insert on service.rmas
for each row execute function service.set_rma_channel();
create trigger set_channel_again before update on service.rmas
for each row when (old.record ->> 'returnId' is distinct from new.record ->> 'returnId')
execute function service.set_rma_channel();

create function service.move_rmas_of_return() returns trigger language plpgsql as $$
begin
  update service.rmas set channel_id = new.channel_id where return_id = new.id;
  return null;
end
$$;
create trigger move_rmas after update on service.returns
for each row when (old.channel_id is distinct from new.channel_id)
execute function service.move_rmas_of_return();
