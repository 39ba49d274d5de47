-- One gateway copies an upstream's records for all gateways of the database.
create table copy_leases (
  upstream text primary key,
  holder text not null,
  lease_until timestamptz not null
);
