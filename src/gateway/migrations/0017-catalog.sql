-- The catalog's tables.
select;
