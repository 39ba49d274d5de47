-- The copies of reseller channels' products, which this gateway keeps up to date and searches.
create table catalogs (
  id integer generated always as identity primary key,
  upstream text not null,
  channel bigint not null,
  -- Names this copy: a saved index of another one is not taken for it.
  copy text not null default gen_random_uuid()::text,
  -- Counts the changes of the products. The row's lock makes them commit in this order, so no reader skips one.
  version bigint not null default 0,
  -- With those that are gone.
  products integer not null default 0,
  -- What is known of the channel and read next (JSON).
  state text not null default '{}',
  -- What a person asked for: changes, everything.
  asked text,
  used_at timestamptz not null default clock_timestamp(),
  unique (upstream, channel)
);

create table catalog_products (
  catalog integer not null references catalogs on delete cascade,
  id bigint not null,
  -- The product as the API answered (JSON), and before its last change. Times are milliseconds since 1970.
  record text not null,
  read_at bigint not null,
  gone_at bigint,
  previous text,
  previous_read_at bigint,
  version bigint not null,
  primary key (catalog, id)
) with (fillfactor = 85);
create index on catalog_products (catalog, version, id);

-- The products of an SKU: its own, or one of a variant.
create table catalog_skus (
  catalog integer not null references catalogs on delete cascade,
  sku text not null,
  product bigint not null,
  primary key (sku, catalog, product)
);
create index on catalog_skus (catalog, product);

-- The last reading in which the channel had a product. Apart from the records, which would be rewritten each day.
create table catalog_seen (
  catalog integer not null references catalogs on delete cascade,
  product bigint not null,
  pass bigint not null,
  primary key (catalog, product)
) with (fillfactor = 85);
