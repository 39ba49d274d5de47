-- People who are signed in, and those who are just signing in. Whatever would let its holder act is stored as a hash.

create table sign_ins (
  state_hash bytea primary key,
  -- The cookie of the browser that started it: only that browser can finish it.
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- The console's own address to come back to.
  return_to text not null,
  expires_at timestamptz not null
);
create index on sign_ins (expires_at);

create table sessions (
  id_hash bytea primary key,
  -- Who vouched for the person; a session ends when the console is set to another provider.
  issuer text not null,
  person_id text not null,
  name text not null,
  email text,
  role text not null check (role in ('viewer', 'agent', 'editor', 'admin')),
  created_at timestamptz not null,
  -- The last request that was not background work, to the minute.
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index on sessions (issuer, person_id);
create index on sessions (expires_at);
