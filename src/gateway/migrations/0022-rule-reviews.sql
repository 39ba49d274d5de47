-- Changes of mapping rules that wait for another editor.
create table rule_reviews (
  id bigint generated always as identity primary key,
  upstream text not null,
  -- Null: a new rule.
  rule_id bigint,
  name text not null,
  -- The request that saves it, and the one that saves the rule as it was when this was proposed.
  rule text not null,
  base text,
  note text not null,
  person_id text not null,
  person text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  -- Of the request that proposed it: the same request, repeated, proposes nothing else.
  key text,
  -- Why it was declined, or wasn't saved, and by whom.
  answer text,
  answered_by text,
  is_declined boolean not null default false,
  -- The change that saves it, once someone has approved it: its result is with the changes.
  sent_request text,
  sent_by text,
  sent_at timestamptz
);
create unique index on rule_reviews (upstream, person_id, rule_id) where rule_id is not null;
create unique index on rule_reviews (upstream, person_id, key) where key is not null;
