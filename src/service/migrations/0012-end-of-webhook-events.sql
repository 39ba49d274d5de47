-- Events are kept for a time after they end. The end is noted by a trigger, whatever program ends the event; a process
-- of the version before may run beside this one.
alter table service.webhook_outbox add column ended_at timestamptz;

-- Events that ended before: at their last try that is stored, or else when they were written. The emptied ones stay for
-- good, and there can be many.
update service.webhook_outbox set ended_at = coalesce(
  (select max(record ->> 'triedAt')::timestamptz from service.webhook_attempts where event_id = webhook_outbox.id),
  written_at)
where due_at is null and payload is not null;

create function service.note_webhook_end() returns trigger language plpgsql as $$
begin
  new.ended_at := case when new.due_at is null then coalesce(new.ended_at, now()) end;
  return new;
end
$$;
create trigger note_end before insert on service.webhook_outbox
for each row when (new.due_at is null)
execute function service.note_webhook_end();
create trigger note_end_again before update on service.webhook_outbox
for each row when ((old.due_at is null) is distinct from (new.due_at is null))
execute function service.note_webhook_end();

drop index service.webhook_outbox_written_at_idx;
create index on service.webhook_outbox (ended_at) where due_at is null and payload is not null;
