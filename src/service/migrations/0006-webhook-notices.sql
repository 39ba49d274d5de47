-- Wakes the senders of all processes at the end of each transaction that wrote events.
create function service.announce_webhook_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('supercargo_webhooks', '');
  return null;
end
$$;

create trigger announce after insert on service.webhook_outbox
for each statement execute function service.announce_webhook_events();
