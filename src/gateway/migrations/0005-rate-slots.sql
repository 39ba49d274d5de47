-- The calls that each token may make at the upstream, shared by all gateways of this database: one row for each call of
-- a window. A token is here only as a keyed hash. Unlogged: after a crash no call of before counts any more.
create unlogged table rate_slots (
  token_hash bytea not null,
  slot integer not null,
  -- When the next call may be sent. While a call is under way, the end of its gateway's lease.
  free_at timestamptz not null,
  -- Raised whenever the slot changes hands: a gateway whose lease ended changes nothing any more.
  turn bigint not null default 0,
  -- The upstream asked for a pause (429).
  paused_until timestamptz not null default 'epoch',
  primary key (token_hash, slot)
) with (fillfactor = 50);
