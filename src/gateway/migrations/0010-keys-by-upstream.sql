-- A key belongs to its upstream, too: gateways of several upstreams may use one database, and a gateway may be set to
-- another upstream.

create unique index changes_upstream_person_key_idx on changes (upstream, coalesce(person, ''), key)
  where key is not null;
drop index changes_coalesce_key_idx;
