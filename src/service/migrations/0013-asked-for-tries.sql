-- Whether the try that holds the lease was asked for: `asked_for` is about the next one. A process that is killed leaves
-- both, and the try that repeats it is still the one that was asked for.
alter table service.webhook_outbox add column holds_asked_for boolean not null default false;
