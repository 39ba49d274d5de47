-- What the console remembers for each person, on all their computers: settings, columns, last places.
create table preferences (
  -- Empty without sign-in: the installation's.
  person text not null,
  name text not null,
  value text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (person, name)
);

-- What people share with their team, on each upstream: views of lists, snippets.
create table shared_entries (
  upstream text not null,
  list text not null,
  name text not null,
  value text not null,
  person text,
  shared_at timestamptz not null default clock_timestamp(),
  primary key (upstream, list, name)
);

-- The versions of mapping rules that were saved through this console, and the ones before their first save.
create table rule_versions (
  id bigint generated always as identity primary key,
  upstream text not null,
  rule_id bigint not null,
  -- The whole rule, as the API answered.
  body text not null,
  person text,
  -- Null: as the rule was before its first save through this console.
  saved_at timestamptz
);
create index on rule_versions (upstream, rule_id, id desc);
