-- What was sent to a webhook and what it answered, for the person who finds out why a delivery failed. Secrets are
-- removed and texts are cut before they are written.
create table service.webhook_attempts (
  id bigint generated always as identity primary key,
  event_id bigint not null references service.webhook_outbox (id) on delete cascade,
  record json not null
);
create index on service.webhook_attempts (event_id, id desc);

-- Ended events are deleted after a time, with their attempts and their entries in the event log. An imported order
-- leaves its row, without the payload: the row is the proof that the import was reported.
alter table service.webhook_outbox add column written_at timestamptz not null default now();
alter table service.webhook_outbox alter column payload drop not null;
create index on service.webhook_outbox (written_at) where due_at is null and payload is not null;
