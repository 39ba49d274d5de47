-- The versions of records at an upstream that has none, shared by all gateways of this database: hashes of responses,
-- nothing of their content.
create table record_versions (
  upstream text not null,
  -- Kind and id.
  record text not null,
  -- Of the last response; null before the first, and after a change whose result is unknown.
  version text,
  -- The versions that were replaced, the newest last. A version that is in neither was not seen yet: it may be the newest.
  replaced text[] not null default '{}',
  -- Another one after each start and end of a change: a response that was requested at an earlier mark may be the state
  -- before.
  mark text,
  -- The change that is under way, and the end of its gateway's lease.
  claim text,
  claimed_until timestamptz,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (upstream, record)
);
create index on record_versions (seen_at);

-- Adds a replaced version, and keeps the 50 newest.
create function add_replaced(versions text[], version text) returns text[] language sql immutable as $$
  select case when version is null then versions
    else (array_remove(versions, version) || version)[greatest(1, cardinality(array_remove(versions, version)) - 48):]
  end
$$;
